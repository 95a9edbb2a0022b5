#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# make install puts everything where it belongs, and make uninstall takes all of it away.
. "$(dirname "$0")/../lib.sh"

variant=${PERFNAV%/perfnav}
variant=${variant#"$ROOT/build/"}
[[ -e $ROOT/build/$variant/perfnav ]] || skip_all "no build in $ROOT/build"

# What is built stays as it is.
installer() {
	run make -s -C "$ROOT" -o "build/$variant/perfnav" "VARIANT=$variant" "$@"
	is "$status:$err" 0: "make $1 ${*:2}"
}

files() {
	find "$1" ! -type d -printf '%m %P\n' | sort -k 2
}

installer install "DESTDIR=$SCRATCH/root"
is "$(files "$SCRATCH/root")" '755 usr/local/bin/perfnav
644 usr/local/share/bash-completion/completions/perfnav
644 usr/local/share/fish/vendor_completions.d/perfnav.fish
644 usr/local/share/man/man1/perfnav.1
644 usr/local/share/man/man5/perfnav-config.5
644 usr/local/share/man/man5/perfnav-index.5
644 usr/local/share/man/man7/perfnav-filter.7
644 usr/local/share/man/man7/perfnav-tutorial.7
644 usr/local/share/zsh/site-functions/_perfnav' "... these files"
share=$SCRATCH/root/usr/local/share
ok "... the program" cmp "$SCRATCH/root/usr/local/bin/perfnav" "$PERFNAV"
version=$("$PERFNAV" --version)
is "$(diff "$ROOT/doc/perfnav-index.5" "$share/man/man5/perfnav-index.5")" "4c4
< .Os
---
> .Os $version" "... a manual page, with the version of perfnav --version"
is "$version" "perfnav $(sed -n 's/.*PERFNAV_VERSION "\(.*\)"/\1/p' "$ROOT/ui/version.h")" "... which is that of ui/version.h"
like "$(grep -m 1 '^## \[[0-9]' "$ROOT/CHANGELOG.md")" "^## \[${version#perfnav }\] - 20[0-9]{2}-[0-9]{2}-[0-9]{2}$" \
	"... and of the newest release in CHANGELOG.md"
is "$(grep -m 1 '^## ' "$ROOT/CHANGELOG.md")" '## [Unreleased]' "... below the changes since then"
is "$(cd "$ROOT" && grep -rlF -- "${version#perfnav }" tools/dist tools/deb tools/debian tools/rpm tools/arch doc/*.[1-9])" "" \
	"... packages and pages have no number of their own"
for file in "bash $share/bash-completion/completions/perfnav" \
	"zsh $share/zsh/site-functions/_perfnav" "fish $share/fish/vendor_completions.d/perfnav.fish"; do
	run "$PERFNAV" completion "${file%% *}"
	ok "... the completion of ${file%% *}" cmp "$SCRATCH/out" "${file#* }"
done
echo other >"$share/man/man1/other.1"
installer uninstall "DESTDIR=$SCRATCH/root"
is "$(files "$SCRATCH/root")" '644 usr/local/share/man/man1/other.1' "... what others installed stays"

places=(PREFIX=/opt/x BINDIR=/opt/x/sbin MANDIR=/opt/man BASHDIR=/etc/bash ZSHDIR=/etc/zsh
	FISHDIR=/etc/fish)
installer install "DESTDIR=$SCRATCH/other" "${places[@]}"
is "$(files "$SCRATCH/other")" '644 etc/bash/perfnav
644 etc/fish/perfnav.fish
644 etc/zsh/_perfnav
644 opt/man/man1/perfnav.1
644 opt/man/man5/perfnav-config.5
644 opt/man/man5/perfnav-index.5
644 opt/man/man7/perfnav-filter.7
644 opt/man/man7/perfnav-tutorial.7
755 opt/x/sbin/perfnav' "... where it was told to"
installer uninstall "DESTDIR=$SCRATCH/other" "${places[@]}"
is "$(files "$SCRATCH/other")" '' "... and nothing is left of it"
if command -v mandoc >/dev/null; then
	installer html "HTML=$SCRATCH/html"
	is "$(ls "$SCRATCH/html")" 'perfnav-config.5.html
perfnav-filter.7.html
perfnav-index.5.html
perfnav-tutorial.7.html
perfnav.1.html' "... a page of HTML for each manual page"
	like "$(<"$SCRATCH/html/perfnav-index.5.html")" '<a [^>]*href="perfnav.1.html"' "... with links between them"
fi

# A machine whose libraries are older than any that serves.
mkdir old
cat >old/pkg-config <<'END'
#!/bin/sh
case $* in *' >= '*) exit 1 ;; esac
END
chmod +x old/pkg-config
run env PATH="$PWD/old:$PATH" "$ROOT/tools/deps" --check build
is "$status" 1 'libraries that are too old are missing'
missing=$(sed -n 's/^perfnav: this is missing: //p' <<<"$err")
is "$(tr ',' '\n' <<<"$missing" | sed -n 's/^ *\(.*\) or newer (.*/\1/p')" 'libreadline-dev 6.3
libxxhash-dev 0.8
libtraceevent-dev 1.5
libpcre2-dev 10.30
libdw-dev 0.171' '... which one line says, with the versions'

done_testing
