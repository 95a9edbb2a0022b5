# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the format of pprof, by profile.proto."""
import collections
import gzip


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7f) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return value, at


def fields(data):
    """Number and value of each field of a message."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
            assert len(value) == size
        else:
            raise ValueError(f"wire type {key & 7}")
        yield key >> 3, value


def packed(data):
    values, at = [], 0
    while at < len(data):
        value, at = varint(data, at)
        values.append(value)
    return values


def read(path):
    """
    Types of values with their units, and samples as stacks, outermost first, with values. A location
    has the functions that were inlined there before the one that they are in.
    """
    parts = collections.defaultdict(list)
    for number, value in fields(gzip.decompress(path.read_bytes())):
        parts[number].append(value)
    strings = [value.decode() for value in parts[6]]
    assert strings[0] == ""
    functions = {}
    for value in parts[5]:
        function = dict(fields(value))
        functions[function[1]] = strings[function[2]]
    locations = {}
    for value in parts[4]:
        location = dict(fields(value))
        locations[location[1]] = [functions[dict(fields(line))[1]]
                                  for number, line in fields(value) if number == 4]
    types = [(strings[dict(fields(value))[1]], strings[dict(fields(value))[2]]) for value in parts[1]]
    samples = []
    for value in parts[2]:
        sample = dict(fields(value))
        samples.append((tuple(name for i in reversed(packed(sample[1]))
                              for name in reversed(locations[i])),
                        packed(sample[2])))
    return types, samples
