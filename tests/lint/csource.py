# SPDX-License-Identifier: GPL-3.0-or-later
"""The project's files as the house rules look at them."""
import pathlib
import re

TOKEN = re.compile(
    r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+([<"])([^>"]+)[>"]', re.MULTILINE)
NOT_OURS = {'.git', '.cache', 'build', '__pycache__', 'compile_commands.json'}


def everything():
    """Each file of the project, and nothing that was built."""
    for path in sorted(pathlib.Path('.').rglob('*')):
        if not NOT_OURS.intersection(path.parts) and path.is_file() and not path.is_symlink():
            yield path


def files(*folders):
    """The C sources and headers below the folders."""
    for path in everything():
        if path.parts[0] in folders and path.suffix in ('.c', '.h'):
            yield path


def read(path):
    return path.read_text(encoding='utf-8', errors='replace')


def code(text):
    """The text without comments and the insides of literals; lines keep their numbers."""
    def blank(match):
        token = match.group()
        if token.startswith('/'):
            return '\n' * token.count('\n') or ' '
        return token[0] * 2
    return TOKEN.sub(blank, text)


def includes(text):
    """(line number, quote or angle bracket, name) of each #include."""
    plain = re.sub(r'/\*.*?\*/', lambda m: '\n' * m.group().count('\n'), text, flags=re.DOTALL)
    for match in INCLUDE.finditer(plain):
        yield plain.count('\n', 0, match.start(1)) + 1, match.group(1), match.group(2)


def report(found):
    """Prints the findings; the exit status of a rule."""
    for finding in found:
        print(finding)
    return 1 if found else 0
