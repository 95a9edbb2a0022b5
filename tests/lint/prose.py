# SPDX-License-Identifier: GPL-3.0-or-later
"""The sentences of documents: paragraphs of Markdown and of manual pages, in which each piece of code is one `."""
import pathlib
import re
import shlex

# Macros of mdoc: an argument is a word in the sentence, or all of them are one piece of code.
CODE = {'Ql', 'Li', 'Dq', 'Sq', 'Qq'}
INLINE = {'Fl', 'Ar', 'Xr', 'Ic', 'Cm', 'Pa', 'Ev', 'Sx', 'Sy', 'Nm', 'Em', 'Va', 'Pq', 'Po', 'Pc', 'Brq', 'Op',
          'Oo', 'Oc', 'No', 'Ns', 'Bro', 'Brc', 'Do', 'Dc'}
BREAK = {'Sh', 'Ss', 'Pp', 'It', 'Bl', 'El', 'Bd', 'Ed', 'Dl', 'D1', 'Dd', 'Dt', 'Os', 'Nd'}


def split(line):
    try:
        return shlex.split(line, posix=True)
    except ValueError:
        return line.split()


def mdoc_line(line):
    """The words of a line with macros, each piece of code as one `."""
    args = split(line[1:].replace('\\&', '').replace('\\(aq', '').replace('\\(dq', '').replace("'", ''))
    text, code, literal = [], False, False
    for arg in args:
        if arg in CODE | INLINE:
            if arg in CODE:
                text.append('`')
                literal = True
            else:
                literal = False
            code = arg not in {'No', 'Pq', 'Po', 'Pc', 'Dq', 'Brq'}
        elif re.fullmatch(r'[.,:;!?()\[\]|]', arg):
            if text and arg in '.,:;!?':
                text[-1] += arg
            literal = False
        elif not literal:
            text.append('`' if code else arg)
    return ' '.join(text)


def mdoc(text):
    """(line number, paragraph) of a manual page."""
    start, words, literal = 0, [], False
    for number, line in enumerate(text.splitlines(), 1):
        macro = line[1:].split(' ')[0] if line.startswith('.') else ''
        if line.startswith('.\\"'):
            continue
        if macro == 'Bd':
            literal = True
        if macro == 'Ed':
            literal = False
        if macro in BREAK or literal:
            if words:
                yield start, ' '.join(words)
            words = []
            if macro == 'Nd':
                yield number, line[4:]
            continue
        if not words:
            start = number
        words.append(mdoc_line(line) if macro else line.replace('\\&', '').replace('\\(aq', "'"))
    if words:
        yield start, ' '.join(words)


def markdown(text):
    """(line number, paragraph): of lists each item, of tables each cell, no code."""
    start, words, fence = 0, [], False
    for number, line in enumerate([*text.splitlines(), ''], 1):
        if line.startswith('```'):
            fence = not fence
        item = re.match(r'\s*(?:[-*]|\d+\.)\s+', line)
        cut = fence or not line.strip() or line.startswith(('#', '|', '    ', '```', '<!--', '![', '>'))
        if (cut or item) and words:
            yield start, ' '.join(words)
            words = []
        if line.startswith('|') and not fence:
            for cell in re.sub(r'`[^`]*`', '`', line).strip('|').split('|'):
                if len(cell.split()) > 5:
                    yield number, cell.strip()
        if cut:
            continue
        if not words:
            start = number
        words.append(line[item.end():] if item else line)


def paragraphs(path):
    text = path.read_text(encoding='utf-8')
    if path.suffix != '.md':
        yield from mdoc(text)
        return
    for number, paragraph in markdown(text):
        plain = re.sub(r'\[([^\]]*)\]\([^)]*\)', r'\1', paragraph)
        yield number, re.sub(r'``.*?``|`[^`]*`', '`', plain)


def documents():
    """README, CHANGELOG and the other documents."""
    top = [pathlib.Path(name) for name in ('README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md',
                                           'data/README.md', 'doc/pictures/README.md', 'tests/mk/README.md')]
    return top + sorted(pathlib.Path('doc').glob('*.md')) + sorted(pathlib.Path('doc').glob('*.[1-9]'))
