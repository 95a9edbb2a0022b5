# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings with random damage anywhere, made of small ones of data/, tests/mk and elsewhere."""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import cli  # noqa: E402

LARGEST = 400000


def mutate(data, rng):
    """A few changes: bytes, numbers that matter, parts moved, cut or put twice."""
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        if not out:
            break
        where = rng.random()
        limit = 104 if where < 0.2 else 1200 if where < 0.4 else len(out)
        start = max(0, len(out) - 2000) if 0.4 <= where < 0.6 else 0
        at = rng.randrange(start, max(start + 1, min(limit, len(out))))
        kind = rng.random()
        if kind < 0.4:
            out[at] ^= 1 << rng.randrange(8)
        elif kind < 0.6:
            size = rng.choice((1, 2, 4, 8))
            top = 1 << 8 * size
            value = rng.choice((0, 1, top - 1, top >> 1, rng.randrange(top)))
            out[at:at + size] = value.to_bytes(size, "little")
        elif kind < 0.75:
            out[at:at + rng.randrange(64)] = b""
        elif kind < 0.9:
            other = rng.randrange(len(out))
            out[at:at] = out[other:other + rng.randrange(256)]
        else:
            del out[at:]
    return bytes(out)


def built():
    """Recordings of tests/mk."""
    for case in sorted(cli.CASES.glob("*.mk")):
        target = cli.CWD / f"{case.stem}.mk.data"
        if not subprocess.run([cli.MK, case, target], capture_output=True, check=False).returncode:
            yield target


def small(paths):
    """Name and bytes of those that are small enough."""
    for path in paths:
        if path.is_file() and path.stat().st_size <= LARGEST:
            yield path.name, path.read_bytes()
