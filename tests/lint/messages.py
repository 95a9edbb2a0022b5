# SPDX-License-Identifier: GPL-3.0-or-later
"""The messages of the program, as its source has them: errors, warnings and notes for the user.

A message is the format that a function of SINKS gets. If the format is a parameter, the callers have the messages. If it
is a buffer, the functions that append to the buffer have them. If it is a call, a variable or an element of a table, its
string literals are the messages.
"""
import ast
import pathlib
import re

import csource

# Functions that report a message, and the number of the argument that is its format.
SINKS = {'err_set': 2, 'err_set_at': 3, 'parse_fail': 3, 'section_fail': 1, 'perf_file_warn': 1, 'add_file': 2,
         'app_say': 1, 'app_complain': 1, 'app_fail': 1, 'cli_warn': 1}
# Of other files: functions that write a message, or a part of one, to a buffer.
WRITERS = {'field_explain_unknown', 'filter_explain', 'shown_events_note'}
# Functions and tables whose literals are messages that reach a sink in a structure.
STORED = [('src/field/problem.c', 'kinds'), ('src/file/features.c', 'read_one'),
          ('src/file/features.c', 'too_large'), ('src/file/features.c', 'features_read'),
          ('src/file/spool.c', 'note'), ('src/filter/check_absent.c', 'occurrences'), ('src/filter/perfopts.c', 'options'),
          ('src/index/index.c', 'index_open'), ('src/index/index.c', 'start_build'),
          ('src/recording/timeline.c', 'doubts'), ('src/recording/timeline.c', 'add_doubt'),
          ('src/recording/timeline.c', 'add_twice'), ('src/slice/sections.c', 'sections_note_omitted'),
          ('src/slice/slice.c', 'begin_pipe'), ('src/slice/slice.c', 'note_counters'),
          ('src/slice/slice.c', 'note_unfit'), ('ui/session/session_time.c', 'session_time_zero')]
# Expressions that pass on such a message, a message of another sink, or a name.
PASSED = re.compile(r'strerror\(.*|(?:.*(?:->|\.))?(?:err\.)?msg|.*(?:path|escaped|shown|names|message|text)\.p|'
                    r'.*(?:warnings|notes)\.v\[i\]|.*->(?:hint|refusal|problem|text|str)|spool_notice\(\)|'
                    r'NULL|line|notice|why')
LITERALS = re.compile(r'(?:"(?:\\.|[^"\\\n])*"|\bPRI\w+|\s)*"(?:\\.|[^"\\\n])*"')
ONE = re.compile(r'"((?:\\.|[^"\\\n])*)"')
HOLE = re.compile(r'%(?!%)[-+#0]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:hh|h|ll|l|z|j|t)?[a-zA-Z]')
FUNCTION = re.compile(r'^(?!#)(?:[\w*][^\n;{}=]*\n?(?:[\t ]+[^\n;{}]*\n)*?)\{\n(.*?)^\}', re.M | re.S)
HEAD = re.compile(r'(\w+)\(((?:[^()]|\([^()]*\))*)\)\s*$')


def arguments(text, at):
    """The arguments of a call; text[at] is after its parenthesis."""
    depth, start, found = 0, at, []
    while True:
        token = csource.TOKEN.match(text, at)
        if token:
            at = token.end()
            continue
        if text[at] in '([{':
            depth += 1
        elif text[at] in ')]}':
            if not depth:
                return [*found, ' '.join(text[start:at].split())]
            depth -= 1
        elif text[at] == ',' and not depth:
            found.append(' '.join(text[start:at].split()))
            start = at + 1
        at += 1


def plain(literals):
    """The text of adjacent string literals."""
    return ''.join(ast.literal_eval(f'"{part}"') for part in ONE.findall(literals))


def texts(expression):
    """The literals of an expression: the two of a condition are two messages."""
    return [plain(match.group()) for match in LITERALS.finditer(expression)]


class Function:
    def __init__(self, path, name, parameters, body, line):
        self.path, self.name, self.parameters, self.body, self.line = path, name, parameters, body, line

    def calls(self, name):
        for match in re.finditer(rf'\b{name}\(', self.body):
            yield self.line + self.body.count('\n', 0, match.start()), arguments(self.body, match.end())


class Source:
    def __init__(self):
        self.functions, self.texts = [], {}
        for path in csource.files('src', 'ui'):
            text = re.sub(r'/\*.*?\*/', lambda m: re.sub(r'[^\n]', ' ', m.group()), csource.read(path), flags=re.S)
            joined = re.sub(r'\\\n', ' ', text)
            for name, value in re.findall(r'^#define (\w+)\s+(".*")\s*$', joined, re.M):
                text = re.sub(rf'(?<!#define )\b{name}\b', lambda _, value=value: value, text)
            self.texts[path] = text
            for match in FUNCTION.finditer(text):
                head = HEAD.search(text[match.start():match.start(1) - 2])
                if head:
                    names = [re.search(r'(\w+)(?:\[\d*\])?$', part.strip()) for part in head[2].split(',')]
                    self.functions.append(Function(path, head[1], [n and n[1] for n in names], match[1],
                                                   text.count('\n', 0, match.start(1)) + 1))
        self.named = {}
        for function in self.functions:
            self.named.setdefault(function.name, []).append(function)

    def find(self, name, path):
        """The function that a file calls so: its own static one before another's."""
        found = self.named.get(name, [])
        return [f for f in found if f.path == path] or found

    def table(self, path, name):
        """The initializer of an array of a file, as a match."""
        return re.search(rf'\b{name}\[[^;]*?\] =\s*\{{(.*?)\n\t*\}};', self.texts[path], re.S)

    def stored(self, path, name):
        """Line and literals of a function or of a table."""
        for function in self.named.get(name, []):
            if function.path == path:
                return function.line, texts(function.body)
        found = self.table(path, name)
        return (self.texts[path].count('\n', 0, found.start()) + 1, texts(found[1])) if found else (0, [])

    def written(self, function, buffer, seen):
        """What a function appends to a buffer."""
        for match in re.finditer(r'\b(\w+)\(', function.body):
            args = arguments(function.body, match.end())
            places = [i for i, arg in enumerate(args) if arg in (f'&{buffer}', buffer)]
            if not places:
                continue
            if match[1] in ('buf_addf', 'buf_adds'):
                yield from (text for text in self.values(function, args[1], seen))
            else:
                for callee in self.find(match[1], function.path):
                    if callee.path != function.path and callee.name not in WRITERS:
                        continue
                    key = (callee.path, callee.name, 'buf')
                    if key not in seen and len(callee.parameters) > places[0]:
                        yield from self.written(callee, callee.parameters[places[0]], seen | {key})

    def values(self, function, expression, seen=frozenset()):
        """The texts that an expression can have."""
        if '"' in expression:
            return texts(expression)
        key = (function.path, function.name, expression)
        if key in seen:
            return []
        seen = seen | {key}
        call = re.match(r'(\w+)\(', expression)
        if call:
            return [text for callee in self.find(call[1], function.path)
                    for part in re.findall(r'\breturn\b([^;]*);', callee.body)
                    for text in self.values(callee, part.strip(), seen)]
        if re.fullmatch(r'&?\w+(?:(?:\.|->)\w+)*\.p', expression):
            return list(self.written(function, expression[:-2], seen))
        table = re.match(r'(\w+)\[', expression)
        if table:
            found = self.table(function.path, table[1])
            return texts(found[1]) if found else []
        if re.fullmatch(r'\w+', expression):
            return [text for part in re.findall(rf'(?<![.>\w]){expression}\s*=(?!=)([^;]*);', function.body)
                    for text in self.values(function, part.strip(), seen)]
        return []


class Message:
    """A message of a file: its line, the sink that reports it, and the text without what is put in its holes."""
    def __init__(self, path, line, sink, text, whole):
        self.path, self.line, self.sink, self.text = path, line, sink, text
        self.whole = whole  # not put together from pieces, nor stored
        self.shown = HOLE.sub('\u2026', text).replace('%%', '%')


def said(text):
    """Whether a text is a message: not a name, what is between names, or the end of a sentence."""
    bare = HOLE.sub(' ', text)
    return len(re.findall('[A-Za-z]', bare)) > 3 and (text[0] not in ' ,;:|' or bare.count(' ') > 3)


def formats(args, index):
    """The expressions that have the text of a message. What "%s" alone shows is the message itself."""
    shown = texts(args[index])
    if shown and not any(re.search('[A-Za-z]{2}', HOLE.sub('', text)) for text in shown):
        return args[-1:]
    return [args[index]]


def collect():
    """All messages in the order of the files, and (path, line, expression) of calls whose message is not found."""
    source = Source()
    sinks = {(None, name): (index, name) for name, index in SINKS.items()}
    todo, found, unknown = list(sinks), {}, []
    for name, part in STORED:
        path = pathlib.Path(name)
        line, values = source.stored(path, part)
        if not values:
            unknown.append((path, line, part))
        for text in (value for value in values if value.count(' ') > 1):
            found[path, text] = Message(path, line, 'stored', text, False)
    while todo:
        owner, name = todo.pop(0)
        index, sink = sinks[owner, name]
        for function in source.functions:
            if function.name in SINKS or owner and owner not in {f.path for f in source.find(name, function.path)}:
                continue
            for line, args in function.calls(name):
                for expression in formats(args, index) if len(args) > index else []:
                    key = (function.path, function.name)
                    if expression in function.parameters:
                        if key not in sinks:
                            sinks[key] = function.parameters.index(expression), sink
                            todo.append(key)
                        continue
                    values = source.values(function, expression)
                    if not values and not PASSED.fullmatch(expression):
                        unknown.append((function.path, line, expression))
                    whole = '"' in expression
                    for text in filter(said, values):
                        if whole or text.count(' ') > 2:
                            found.setdefault((function.path, text), Message(function.path, line, sink, text, whole))
    return sorted(found.values(), key=lambda m: (str(m.path), m.line)), unknown
