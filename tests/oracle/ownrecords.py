# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the records that perf itself writes (types from 64 on), as far as it prints them."""

import re

from navout import get, get_bytes
from samples import signed

NUMBER = rb"(-?\d+)"

TIME_CONV_RE = re.compile(rb"\n\.\.\. ([A-Z][A-Za-z ]*?) +(0x[0-9a-f]+|\d+)(?=\n|$)")
TIME_CONV_WORDS = {
    b"Time Shift": "shift",
    b"Time Muliplier": "mult",
    b"Time Zero": "zero",
    b"Time Cycles": "cycles",
    b"Time Mask": "mask",
    b"Cap Time Zero": "cap_user_time_zero",
    b"Cap Time Short": "cap_user_time_short",
}
ID_INDEX_RE = re.compile(rb" nr: (\d+)(?:\n|$)")
ID_INDEX_LINE_RE = re.compile(
    rb" \.\.\. id: (\d+)  idx: (\d+)  cpu: (-?\d+)  tid: (-?\d+)(?=\s|$)"
)
THREAD_MAP_RE = re.compile(rb" nr: (\d+) threads?: ([^\n]*)")
CPU_MAP_RE = re.compile(rb": ([^\n]*)")
UPDATE_RE = re.compile(rb"\n\.\.\. id: +(\d+)\n\.\.\. (?:(unit|name|scale): +)?([^\n]*)")
STAT_RE = re.compile(
    rb"\n\.\.\. id %b, cpu %b, thread %b\n\.\.\. value %b, enabled %b, running %b"
    % ((NUMBER,) * 6)
)
STAT_CONFIG_RE = re.compile(rb"\n\.\.\. (\w+) +(\d+)")
STAT_ROUND_RE = re.compile(rb"\n\.\.\. time (\d+), type (\w+)")
AUXTRACE_RE = re.compile(
    rb" size: (\S+)  offset: (\S+)  ref: (\S+)  idx: %b  tid: %b  cpu: %b" % ((NUMBER,) * 3)
)
AUXTRACE_WORDS = ("size", "offset", "reference", "idx", "tid", "cpu")


def cpus_of_text(text):
    """The CPUs of a list such as 0-3,8; -1 is any."""
    cpus = set()
    for part in text.decode().split(","):
        first, _, last = part.rpartition("-") if "-" in part[1:] else (part, "", part)
        cpus.update(range(int(first), int(last) + 1))
    return cpus


def cpus_of_map(ours):
    kind = ours.get("type")
    if kind == "RANGE":
        return set(range(ours["start"], ours["end"] + 1)) | ({-1} if ours["any"] else set())
    if kind == "CPUS":
        return set(ours["cpus"])
    bits = 8 * ours["long_size"]
    mask = sum(word << i * bits for i, word in enumerate(ours["mask"]))
    return {cpu for cpu in range(mask.bit_length()) if mask >> cpu & 1}


class OwnComparer:
    def __init__(self, recording, diffs):
        self.recording = recording
        self.diffs = diffs
        self.handlers = {
            "TIME_CONV": (TIME_CONV_RE, self._time_conv),
            "ID_INDEX": (ID_INDEX_RE, self._id_index),
            "THREAD_MAP": (THREAD_MAP_RE, self._thread_map),
            "CPU_MAP": (CPU_MAP_RE, self._cpu_map),
            "EVENT_UPDATE": (UPDATE_RE, self._update),
            "STAT": (STAT_RE, self._stat),
            "STAT_CONFIG": (STAT_CONFIG_RE, self._stat_config),
            "STAT_ROUND": (STAT_ROUND_RE, self._stat_round),
            "AUXTRACE": (AUXTRACE_RE, self._auxtrace),
        }

    def compare(self, record, obj):
        if record.name not in self.handlers:
            return
        regex, handler = self.handlers[record.name]
        body = record.body()
        match = regex.match(body)
        if not match:
            self.diffs.note(f"{record.where}: odd {record.name}: {body[:200]!r}")
            return
        handler(record.where, match, body, obj)

    def _time_conv(self, where, _, body, obj):
        for match in TIME_CONV_RE.finditer(body):
            word = "time_conv." + TIME_CONV_WORDS[match[1]]
            self.diffs.check(where, word, int(match[2], 0), get(obj, word))

    def _id_index(self, where, match, body, obj):
        perf = [tuple(map(int, m.groups())) for m in ID_INDEX_LINE_RE.finditer(body)]
        self.diffs.check(where, "lines of perf", int(match[1]), len(perf))
        ours = [(e["id"], e["idx"], e["cpu"], e["tid"]) for e in obj["id_index"]]
        self.diffs.check(where, "id_index", perf, ours)

    def _thread_map(self, where, match, _, obj):
        perf = [int(pid) for pid in re.findall(rb"-?\d+", match[2])]
        self.diffs.check(where, "lines of perf", int(match[1]), len(perf))
        self.diffs.check(where, "thread_map", perf, [e["pid"] for e in obj["thread_map"]])

    def _cpu_map(self, where, match, _, obj):
        self.diffs.check(where, "cpu_map", cpus_of_text(match[1]), cpus_of_map(obj["cpu_map"]))

    def _update(self, where, match, _, obj):
        self.diffs.check(where, "id", int(match[1]), obj.get("id"))
        kind = (match[2] or b"cpus").decode()
        self.diffs.check(where, "update.type", kind.upper(), get(obj, "update.type"))
        if kind == "cpus":
            self._cpu_map(where, re.match(rb"([^\n]*)", match[3]), None, obj)
        elif kind == "scale":
            values = (match[3].decode(), f"{obj['update'][kind]:f}")
            if self.recording.big_endian:
                # perf 6.1 does not swap it.
                self.diffs.check_but("Big-endian recordings", where, "update.scale", *values)
                return
            self.diffs.check(where, "update.scale", *values)
        else:
            self.diffs.check(where, "update." + kind, match[3], get_bytes(obj, "update." + kind))

    def _stat(self, where, match, _, obj):
        numbers = [int(text) for text in match.groups()]
        self.diffs.check(where, "id", numbers[0], obj["id"])
        for word, perf in zip(("cpu", "thread", "value", "enabled", "running"), numbers[1:]):
            self.diffs.check(where, "stat." + word, perf, obj["stat"][word])

    def _stat_config(self, where, _, body, obj):
        perf = {m[1].decode().upper(): int(m[2]) for m in STAT_CONFIG_RE.finditer(body)}
        ours = {entry["tag"]: entry["value"] for entry in obj["stat_config"]}
        self.diffs.check(where, "stat_config", perf, ours)

    def _stat_round(self, where, match, _, obj):
        self.diffs.check(where, "stat_round.time", int(match[1]), obj["stat_round"]["time"])
        kind = match[2].decode().lower()
        self.diffs.check(where, "stat_round.type", kind, obj["stat_round"]["type"])

    def _auxtrace(self, where, match, _, obj):
        numbers = [int(text, 0) for text in match.groups()]
        for word, perf in zip(AUXTRACE_WORDS, numbers):
            ours = obj["auxtrace"][word]
            if word in ("idx", "tid", "cpu"):
                ours = signed(ours)
            self.diffs.check(where, "auxtrace." + word, perf, ours)
