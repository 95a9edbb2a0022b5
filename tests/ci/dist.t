#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The archive of a release: the same bytes each time, complete, and what packagers can start from.
. "$(dirname "$0")/../lib.sh"

cd "$ROOT" || exit 1
git rev-parse HEAD >/dev/null 2>&1 || skip_all "this is no clone"

run tools/dist "$SCRATCH/1"
is "$status" 0 "tools/dist" || diag "$err"
# For somebody else: another umask, time zone, language and configuration of git.
printf '[tar]\n\tumask = user\n' >"$SCRATCH/gitconfig"
run env TZ=Asia/Tokyo LC_ALL=C GIT_CONFIG_GLOBAL="$SCRATCH/gitconfig" sh -c 'umask 077 && exec "$@"' sh tools/dist "$SCRATCH/2"
is "$status" 0 "tools/dist with other settings" || diag "$err"
archive=$out
name=$(basename "$archive" .tar.gz)
is "$(cd "$SCRATCH/1" && sha256sum -- *)" "$(cd "$SCRATCH/2" && sha256sum -- *)" "the same bytes twice"
tar -C "$SCRATCH" -xf "$archive"
is "$(cd "$SCRATCH/$name" && find . ! -type d | sort)" \
	"$({ git ls-tree -r --name-only HEAD && echo perfnav.spec; } | sed 's/^/.\//' | sort)" "all that is committed, and a spec file"
is "$(find "$SCRATCH/$name" -newermt "@$(($(git log -1 --format=%ct) + 1))" | head)" "" "nothing is newer than the commit"
unlike "$(<"$SCRATCH/$name/perfnav.spec")" "@" "the spec file has its version"

# makepkg checks it as a shell does.
# shellcheck disable=SC1091
(. "$SCRATCH/2/PKGBUILD" && [[ $pkgname-$pkgver == "$name" && $(sha256sum <"$archive") == "${sha256sums[0]}  -" ]])
is $? 0 "the PKGBUILD has the name and the checksum of the archive"

if command -v rpmbuild >/dev/null; then
	run rpmbuild -ts --nodeps --define "_topdir $SCRATCH/rpm" "$archive"
	is "$status" 0 "rpmbuild -ts takes the archive" || diag "$err"
else
	skip "rpmbuild -ts takes the archive" "rpmbuild is not installed"
fi

done_testing
