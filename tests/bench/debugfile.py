# SPDX-License-Identifier: GPL-3.0-or-later
"""A program with as much debug information as is asked for."""
import os
import shlex
import shutil
import subprocess

FUNCTIONS = 3000  # of a unit

MAIN = """
struct big { long a, b; struct big *next; };
__attribute__((noinline)) long spin_for_a_while(struct big *one, long n)
{
	for (long i = 0; i < n; i++)
		one->a += i * one->b ^ n;
	return one->a;
}
int main(void)
{
	struct big one = { 1, 2, &one };
	long sum = 0;

	for (int i = 0; i < 300; i++)
		sum += spin_for_a_while(&one, 1000000);
	return sum == 7;
}
"""


def unit():
    """Functions that are used by nobody, with types and variables of their own."""
    yield "struct big { long a, b; struct big *next; };\n"
    for i in range(FUNCTIONS):
        yield f"""__attribute__((used, noinline)) static long step_{i}(struct big *one, long seed)
{{
	struct {{ long x_{i}, y_{i}; struct big *z_{i}; }} local_{i} = {{ seed, {i}, one }};

	for (long index_{i} = 0; index_{i} < local_{i}.y_{i}; index_{i}++) {{
		long deep_{i} = local_{i}.x_{i} + index_{i};

		one->a += deep_{i} ^ seed;
	}}
	return one->a + local_{i}.x_{i};
}}
"""


def make(folder, size):
    """The path of a program of at least so many bytes; None: there is no compiler."""
    compiler = shlex.split(os.environ.get('CC') or 'cc')
    if not shutil.which(compiler[0]):
        return None
    for name, text in (('main', MAIN), ('unit', ''.join(unit()))):
        source = os.path.join(folder, name + '.c')
        with open(source, 'w', encoding='ascii') as stream:
            stream.write(text)
        subprocess.run([*compiler, '-g', '-O1', '-c', '-o', f'{folder}/{name}.o', source],
                       check=True)
    program = os.path.join(folder, 'large')

    def link(copies):
        subprocess.run([*compiler, '-o', program, f'{folder}/main.o',
                        *[f'{folder}/unit.o'] * copies], check=True)
        return os.path.getsize(program)

    one = link(1)
    each = link(2) - one
    link(1 + -(-(size - one) // each))
    return program
