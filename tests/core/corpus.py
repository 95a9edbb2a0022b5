# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of this folder share: the recordings they go over, beside what tests/cli has."""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
import cli  # noqa: E402

MAGICS = (b"PERFILE2", b"2ELIFREP", b"PERFFILE")
# The status of a recording that was read, whole or not.
READ = (0, 1)


def is_recording(path):
    """A file that begins as one, or a folder that has one named data."""
    path = path / "data" if path.is_dir() else path
    try:
        with open(path, "rb") as stream:
            return stream.read(8) in MAGICS
    except OSError:
        return False


def below(folder):
    for path in sorted(folder.iterdir()):
        if is_recording(path):
            yield path
        elif path.is_dir() and not path.name.startswith("."):
            yield from below(path)


def build(source):
    """A recording in the scratch folder, from a description."""
    target = cli.CWD / f"{source.stem}.data"
    subprocess.run([cli.MK, source, target], check=True)
    return target


def built():
    for folder in (cli.CASES, HERE):
        for source in sorted(folder.glob("*.mk")):
            yield build(source)


def given():
    """The folders in the arguments and in PERFNAV_RECORDINGS."""
    named = sys.argv[1:] + os.environ.get("PERFNAV_RECORDINGS", "").split(":")
    for folder in filter(None, named):
        # Programs run in a folder of their own.
        yield from below(pathlib.Path(folder).resolve())


def recordings():
    """All of them: those of data/, those that mk builds, and those below the folders given."""
    yield from below(cli.DATA)
    yield from built()
    yield from given()


def objects(path, *args):
    """The records as JSON, once more than whole; a recording that cannot be read fails the test."""
    result = cli.run("print", "--no-index", "--format", "json", *args, path)
    if result.status not in READ:
        cli.check(f"{path.name}: print", result, False)
        return []
    return result.objects()


def leaves(value, path="", siblings=()):
    """Path, value and neighbours of each key; what is in the elements of a list has its name."""
    if path:
        yield path, value, siblings
    elements = value if isinstance(value, list) else [value]
    for members in elements:
        if isinstance(members, dict):
            for key, inner in members.items():
                yield from leaves(inner, f"{path}.{key}" if path else key, members)
