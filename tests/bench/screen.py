# SPDX-License-Identifier: GPL-3.0-or-later
"""What a terminal shows: as much of xterm as programs with curses use, without styles."""
import codecs
import re

# A whole sequence, or a run of text, or one control character. What does not match is not complete.
TOKEN = re.compile(
    r'(?P<csi>\x1b\[(?P<private>[?>=]?)(?P<args>[0-9;:]*)[ -/]*(?P<final>[@-~]))'
    r'|(?P<osc>\x1b[\]P][^\x07\x1b]*(?:\x07|\x1b\\))'
    r'|(?P<charset>\x1b[()*+#][0-9A-Za-z])'
    r'|(?P<esc>\x1b[0-9A-OQ-Z<=>\\^_a-z])'
    r'|(?P<text>[^\x00-\x1f\x7f]+)'
    r'|(?P<control>[\x00-\x1a\x1c-\x1f\x7f])')


class Screen:
    """Feed it bytes; `lines` are the rows as text. All characters are taken as one column wide."""

    def __init__(self, rows, cols):
        self.rows, self.cols = rows, cols
        self.decoder = codecs.getincrementaldecoder('utf-8')('replace')
        self.rest = ''
        self.last = ' '
        self.saved = (0, 0)
        self.reset()

    def reset(self):
        self.cells = [[' '] * self.cols for _ in range(self.rows)]
        self.row = self.col = 0
        self.top, self.bottom = 0, self.rows - 1

    @property
    def lines(self):
        return [''.join(row) for row in self.cells]

    def feed(self, data):
        text = self.rest + self.decoder.decode(data)
        at = 0
        while at < len(text):
            token = TOKEN.match(text, at)
            if not token:
                break
            at = token.end()
            if token['text']:
                self.put(token['text'])
            elif token['control']:
                self.control(token['control'])
            elif token['csi'] and not token['private']:
                self.csi(token['final'], token['args'])
            elif token['csi'] and token['final'] == 'h' and token['args'] == '1049':
                self.reset()
            elif token['esc']:
                self.escape(token['esc'][1])
        self.rest = text[at:]

    def put(self, text):
        for char in text:
            if self.col >= self.cols:
                self.col = 0
                self.line_feed()
            self.cells[self.row][self.col] = char
            self.col += 1
        self.last = text[-1]

    def control(self, char):
        if char == '\r':
            self.col = 0
        elif char in '\n\v\f':
            self.line_feed()
        elif char == '\b':
            self.col = max(self.col - 1, 0)
        elif char == '\t':
            self.col = min(self.col // 8 * 8 + 8, self.cols - 1)

    def escape(self, final):
        if final == '7':
            self.saved = (self.row, self.col)
        elif final == '8':
            self.row, self.col = self.saved
        elif final == 'D':
            self.line_feed()
        elif final == 'E':
            self.col = 0
            self.line_feed()
        elif final == 'M':
            if self.row == self.top:
                self.scroll(self.top, -1)
            else:
                self.row = max(self.row - 1, 0)
        elif final == 'c':
            self.reset()

    def line_feed(self):
        if self.row == self.bottom:
            self.scroll(self.top, 1)
        else:
            self.row = min(self.row + 1, self.rows - 1)

    def scroll(self, top, by):
        """Up by so many lines, or down where it is negative, from a line to the region's end."""
        for _ in range(min(abs(by), self.rows)):
            blank = [' '] * self.cols
            if by > 0:
                del self.cells[top]
                self.cells.insert(self.bottom, blank)
            else:
                del self.cells[self.bottom]
                self.cells.insert(top, blank)

    def erase(self, row, first, end):
        self.cells[row][first:end] = [' '] * (end - first)

    def csi(self, final, text):
        args = [int(arg) if arg.isdigit() else 0 for arg in text.split(';')]
        n = max(args[0], 1)
        row = self.cells[self.row]
        if final in 'Hf':
            self.move(n - 1, max(args[1], 1) - 1 if len(args) > 1 else 0)
        elif final == 'd':
            self.move(n - 1, self.col)
        elif final in 'G`':
            self.move(self.row, n - 1)
        elif final in 'ABCD':
            down, right = {'A': (-n, 0), 'B': (n, 0), 'C': (0, n), 'D': (0, -n)}[final]
            self.move(self.row + down, self.col + right)
        elif final == 'K':
            self.erase(self.row, 0 if args[0] else self.col,
                       self.col + 1 if args[0] == 1 else self.cols)
        elif final == 'J':
            self.erase_display(args[0])
        elif final == 'X':
            self.erase(self.row, self.col, min(self.col + n, self.cols))
        elif final == 'b':
            self.put(self.last * n)
        elif final == '@':
            row[self.col:] = ([' '] * n + row[self.col:])[:self.cols - self.col]
        elif final == 'P':
            row[self.col:] = (row[self.col + n:] + [' '] * n)[:self.cols - self.col]
        elif final in 'LMST':
            self.scroll(self.row if final in 'LM' else self.top, n if final in 'MS' else -n)
        elif final == 'r':
            self.top = n - 1
            self.bottom = (args[1] if len(args) > 1 and args[1] else self.rows) - 1
            self.move(0, 0)

    def move(self, row, col):
        self.row = min(max(row, 0), self.rows - 1)
        self.col = min(max(col, 0), self.cols - 1)

    def erase_display(self, how):
        first = 0 if how else self.row + 1
        end = self.row if how == 1 else self.rows
        for row in range(first, end):
            self.erase(row, 0, self.cols)
        if how == 0:
            self.erase(self.row, self.col, self.cols)
        elif how == 1:
            self.erase(self.row, 0, self.col + 1)
