# SPDX-License-Identifier: GPL-3.0-or-later
"""What is recorded: a machine that is busy for SPANS_SECONDS (2), with processes, waits, locks and writes to the disk.

All that is read of a recording is read line by line, so that SPANS_SECONDS=60 needs no more memory than a few GB.
"""
import os

SECONDS = int(os.environ.get("SPANS_SECONDS") or 2)
WORK = ("sh", "-c", f"""end=$(($(date +%s) + {SECONDS}))
while [ $(date +%s) -lt $end ]; do
	ls -R /usr/share/doc | sort >/dev/null
	(sleep 0.02 & wait)
	dd if=/dev/zero of=busy.out bs=64k count=8 oflag=direct conv=fsync 2>/dev/null
done
rm -f busy.out""")
