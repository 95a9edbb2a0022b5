# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs perfnav and reads its JSON."""

import json
import os
import subprocess
import tempfile

TIMEOUT = 600


class NavError(Exception):
    pass


class Perfnav:
    def __init__(self, path):
        self.path = path

    def _run(self, recording, arguments):
        """Objects of the lines of standard output.

        The index goes to a folder of its own, because those of the recordings may be read-only.
        """
        with tempfile.TemporaryDirectory(prefix="perfnav-oracle-") as folder:
            index = os.path.join(folder, "index")
            command = [self.path, *arguments, "--format", "json", "--index", index, recording.path]
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                timeout=TIMEOUT,
                check=False,
            )
        shown = " ".join(command)
        accepted = (0, 1) if recording.damaged else (0,)
        if done.returncode not in accepted:
            said = done.stderr.decode(errors="replace").strip()
            raise NavError(f"exit status {done.returncode} of {shown}\n{said}")
        return list(self._objects(done.stdout, shown))

    @staticmethod
    def _objects(output, shown):
        for number, line in enumerate(output.splitlines(), 1):
            try:
                found = json.loads(line.decode())
            except ValueError as error:
                raise NavError(f"line {number} of {shown}: {error}\n{line[:200]!r}") from error
            if not isinstance(found, dict):
                raise NavError(f"line {number} of {shown}: not an object")
            yield found

    def counts(self, recording):
        counts = {}
        for group in self._run(recording, ["count", "--by", "type"]):
            if not isinstance(group.get("type"), str) or group["type"] in counts:
                raise NavError(f"a type is missing or there twice: {group}")
            counts[group["type"]] = group.get("count")
        return counts

    def counts_by_event(self, recording):
        """Samples of each event; None for those of no event."""
        groups = self._run(recording, ["count", "--type", "SAMPLE", "--by", "event"])
        return {group.get("event"): group["count"] for group in groups}

    def records(self, recording):
        return self._run(recording, ["print"])


def get(obj, path):
    """The value of a dotted word, which is a nested one or, for a few words, a flat key."""
    if path in obj:
        return obj[path]
    for part in path.split("."):
        if not isinstance(obj, dict) or part not in obj:
            return None
        obj = obj[part]
    return obj


def get_bytes(obj, path):
    """The bytes of a string; those of an invalid one are in NAME_hex."""
    raw = get(obj, path + "_hex")
    if raw is not None:
        return bytes.fromhex(raw)
    text = get(obj, path)
    return text.encode(errors="surrogateescape") if isinstance(text, str) else text
