#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# make deb: a package that lintian finds nothing wrong with, that can be installed, and works.
. "$(dirname "$0")/../lib.sh"

# Tests install nothing.
"$ROOT/tools/deps" --check build deb 2>/dev/null || skip_all 'tools for packages are not installed'
run make -s -C "$ROOT" deb
is "$status:$err" 0: "make deb"
deb=$ROOT/${out##*$'\n'}
ok "... says where the package is" test -s "$deb"
unlike "$out" '^[EWIPO]: ' "... and lintian finds nothing in it"

run dpkg-deb --field "$deb" Depends
like "$out" 'libdw1.*libncursesw6|libncursesw6.*libdw1' "it depends on its libraries"
there=$SCRATCH/there
mkdir -p "$there/var/lib/dpkg/updates" "$there/var/lib/dpkg/info"
touch "$there/var/lib/dpkg/status"
run dpkg --root="$there" --force-not-root --force-depends --force-script-chrootless --log=/dev/null -i "$deb"
is "$status" 0 "it is installed in an empty root"
is "$(find "$there/usr" ! -type d -printf '%P\n' | LC_ALL=C sort)" 'bin/perfnav
share/bash-completion/completions/perfnav
share/doc/perfnav/README.md.gz
share/doc/perfnav/changelog.Debian.gz
share/doc/perfnav/changelog.gz
share/doc/perfnav/copyright
share/doc/perfnav/deviations.md.gz
share/doc/perfnav/index-format.md.gz
share/doc/perfnav/keys.md.gz
share/fish/vendor_completions.d/perfnav.fish
share/lintian/overrides/perfnav
share/man/man1/perfnav.1.gz
share/man/man5/perfnav-config.5.gz
share/man/man5/perfnav-index.5.gz
share/man/man7/perfnav-filter.7.gz
share/man/man7/perfnav-tutorial.7.gz
share/zsh/vendor-completions/_perfnav' "... these files"
run "$there/usr/bin/perfnav" count --no-index "$DATA/demo.data"
is "$status:$err:$out" "0::$("$PERFNAV" count --no-index "$DATA/demo.data")" "... and it works"
run dpkg --root="$there" --force-not-root --force-script-chrootless --log=/dev/null -P perfnav
is "$status:$(find "$there/usr" ! -type d 2>/dev/null)" 0: "it is removed, and nothing is left"

done_testing
