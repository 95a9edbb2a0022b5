# SPDX-License-Identifier: GPL-3.0-or-later
"""A recording of one large function with many samples: what annotating costs."""
import random
import struct
import subprocess

NAME = 'hot_function'
INSTRUCTIONS = 20000


def source():
    """Assembly, so that it has as many instructions as that, each with a line of its own."""
    body = ['imull $33, %eax, %eax', 'addl %ecx, %eax', 'movl %eax, %edx', 'shrl $3, %edx', 'xorl %edx, %ecx']
    lines = ['\t.text', '\t.globl main', f'\t.type {NAME}, @function', f'{NAME}:']
    lines += ['\t' + body[i % len(body)] for i in range(INSTRUCTIONS - 1)]
    lines += ['\tret', f'\t.size {NAME}, . - {NAME}', '\t.type main, @function', 'main:', '\tpushq %rbx', '\tmovl $20000, %ebx',
              f'1:\tcall {NAME}', '\tdecl %ebx', '\tjnz 1b', '\tpopq %rbx', '\txorl %eax, %eax', '\tret', '\t.size main, . - main',
              '\t.section .note.GNU-stack,"",@progbits']
    return '\n'.join(lines) + '\n'


def sections(data, at, n):
    return [struct.unpack_from('<QQ', data, at + 16 * i) for i in range(n)]


def multiply(data, samples):
    """The recording with so many samples more, at random instructions where there are samples already."""
    start, size = struct.unpack_from('<QQ', data, 40)
    features = sum(bin(word).count('1') for word in struct.unpack_from('<4Q', data, 72))
    at, found = start, []
    while at < start + size:
        kind, _, length = struct.unpack_from('<IHH', data, at)
        if kind == 9:
            found.append(data[at:at + length])
        at += length
    # IP, TID, TIME, as perf record -c without call chains has them.
    user = [s for s in found if struct.unpack_from('<H', s, 4)[0] & 7 == 2]
    ips = sorted(struct.unpack_from('<Q', s, 8)[0] for s in user)
    middle = ips[len(ips) // 2]
    ips = [ip for ip in ips if abs(ip - middle) < 1 << 18]
    first, last = min(ips), max(ips)
    model = next(s for s in user if struct.unpack_from('<Q', s, 8)[0] == middle)
    time = max(struct.unpack_from('<Q', s, 24)[0] for s in found)
    rng = random.Random(1)
    more = bytearray(len(model) * samples)
    head, tail = model[:8], model[16:24]
    rest = model[32:]
    for i in range(samples):
        ip = rng.choice(ips) if i % 2 else rng.randrange(first, last + 1)
        more[i * len(model):(i + 1) * len(model)] = head + struct.pack('<Q', ip) + tail + struct.pack('<Q', time + 1000 * (i + 1)) + rest
    out = bytearray(data[:start + size]) + more + data[start + size:]
    struct.pack_into('<Q', out, 48, size + len(more))
    table = start + size + len(more)
    for i, (offset, length) in enumerate(sections(data, start + size, features)):
        struct.pack_into('<QQ', out, table + 16 * i, offset + len(more), length)
    return bytes(out)


def make(folder, samples):
    """The recording's path; None: it cannot be made here, and why."""
    program, small, large = folder / 'hot', folder / 'hot.small.data', folder / 'hot.data'
    folder.mkdir(exist_ok=True)
    (folder / 'hot.s').write_text(source())
    if subprocess.run(['cc', '-g', '-Wl,--build-id', '-o', program, folder / 'hot.s'], capture_output=True, check=False).returncode:
        return None, 'no compiler is here'
    if subprocess.run(['perf', 'record', '-q', '-e', 'cpu-clock', '-c', '100000', '-o', small, program], capture_output=True,
                      check=False).returncode:
        return None, 'perf cannot record here'
    large.write_bytes(multiply(small.read_bytes(), samples))
    return large, None
