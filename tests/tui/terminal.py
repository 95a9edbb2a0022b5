# SPDX-License-Identifier: GPL-3.0-or-later
"""perfnav on a pseudo terminal of its own, as ssh would carry it: bytes go in, bytes come out."""
import contextlib
import fcntl
import os
import pathlib
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import cli  # noqa: E402

# Keys in the notation of --script and as bytes of an xterm.
NAMED = {
    "Enter": b"\r", "Tab": b"\t", "S-Tab": b"\x1b[Z", "Esc": b"\x1b", "Space": b" ", "lt": b"<",
    "Up": b"\x1bOA", "Down": b"\x1bOB", "Right": b"\x1bOC", "Left": b"\x1bOD",
    "Home": b"\x1bOH", "End": b"\x1bOF", "PgUp": b"\x1b[5~", "PgDn": b"\x1b[6~",
    "Del": b"\x1b[3~", "Backspace": b"\x7f", "A-Left": b"\x1b[1;3D", "A-Right": b"\x1b[1;3C",
    "F1": b"\x1bOP", "F3": b"\x1bOR", "F4": b"\x1bOS", "F6": b"\x1b[17~", "F7": b"\x1b[18~",
    "F8": b"\x1b[19~", "F10": b"\x1b[21~",
}


def key_bytes(text):
    """What a terminal sends for keys that are written as for --script: g<F8>:info<Enter>"""
    def one(match):
        name = match.group(1)
        if name[:2] == "C-":
            return bytes([ord(name[2]) & 0x1f]).decode()
        return NAMED[name].decode()
    return re.sub(r"<((?:[CAS]-)?[A-Za-z0-9]+)>", one, text).encode()


class Terminal:
    """Runs the program as the foreground job of a session, so that it can be stopped, too."""

    def __init__(self, *args, cols=80, rows=24, term="xterm-256color", env=None, program=None):
        self.master, self.slave = os.openpty()
        self.resize(cols, rows)
        # A ^C typed right behind the key that ends the program must not discard what it wrote last.
        modes = termios.tcgetattr(self.slave)
        modes[3] |= termios.NOFLSH
        termios.tcsetattr(self.slave, termios.TCSANOW, modes)
        self.modes = termios.tcgetattr(self.slave)
        program = program or cli.PERFNAV
        self.env = {**cli.ENV, "TERM": term, **(env or {})}
        self.argv = [program, *args]
        self.told, tell = os.pipe()   # a byte each time the program has stopped
        hear, self.go_on = os.pipe()  # a byte to let it go on
        self.session = os.fork()
        if not self.session:
            try:
                self._lead(tell, hear)
            finally:
                os._exit(70)
        os.close(tell)
        os.close(hear)
        self.pid = int(os.read(self.told, 16).split()[0])
        self.got = bytearray()  # all that it wrote
        self.status = None

    def _lead(self, tell, hear):
        """The session's leader, which does what a shell with job control does."""
        # Of what the test has open it keeps nothing else, least the other ends of these pipes: when
        # a test is killed, its leaders read their ends.
        low = 3
        for fd in sorted((tell, hear, self.slave)):
            os.closerange(low, fd)
            low = fd + 1
        os.closerange(low, 256)
        os.setsid()
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
        # While the program is stopped, keys such as ^C are its leader's.
        ignored = (signal.SIGTTOU, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP)
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)
        pid = os.fork()
        if not pid:
            os.setpgid(0, 0)
            os.tcsetpgrp(self.slave, os.getpid())
            for number in ignored:
                signal.signal(number, signal.SIG_DFL)
            for fd in (0, 1, 2):
                os.dup2(self.slave, fd)
            os.closerange(3, 256)
            os.chdir(cli.CWD)
            os.execve(self.argv[0], self.argv, self.env)
        os.write(tell, b"%d\n" % pid)
        while True:
            _, status = os.waitpid(pid, os.WUNTRACED)
            if not os.WIFSTOPPED(status):
                os.write(tell, b"%d\n" % (os.waitstatus_to_exitcode(status) & 0xffff))
                # With its session the terminal would end, too.
                os.read(hear, 1)
                os._exit(0)
            os.tcsetpgrp(self.slave, os.getpid())
            os.write(tell, b"T")
            if not os.read(hear, 1):
                os.killpg(pid, signal.SIGKILL)
                continue
            os.tcsetpgrp(self.slave, pid)
            os.killpg(pid, signal.SIGCONT)

    def resize(self, cols, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("4H", rows, cols, 0, 0))

    def read(self, quiet=0.1, most=30, first=0):
        """
        What it writes until it is quiet for that long, or for most seconds; the first byte may take
        longer.
        """
        got = bytearray()
        end = time.monotonic() + most
        while time.monotonic() < end and select.select(
                [self.master], [], [], quiet if got else max(first, quiet))[0]:
            more = os.read(self.master, 1 << 16)
            if not more:
                break
            got += more
        self.got += got
        return bytes(got)

    def write(self, data):
        """Keys; what comes back meanwhile is kept, so that neither side waits for the other."""
        while data:
            readable, writable, _ = select.select([self.master], [self.master], [], 10)
            if readable:
                self.got += os.read(self.master, 1 << 16)
            if not writable and not readable:
                raise TimeoutError("the terminal takes no more keys")
            if writable:
                data = data[os.write(self.master, data[:256]):]

    def processor(self):
        """Seconds of processor time that the program has used."""
        with open(f"/proc/{self.pid}/stat", encoding="ascii", errors="replace") as stat:
            times = stat.read().rpartition(")")[2].split()
        return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")

    def unread(self):
        """How many bytes of keys the program has not read yet."""
        count = struct.pack("i", 0)
        return struct.unpack("i", fcntl.ioctl(self.slave, termios.FIONREAD, count))[0]

    def keys(self, text, quiet=0.1, first=0):
        """Keys as for --script, and what is written because of them."""
        self.write(key_bytes(text))
        return self.read(quiet, first=first)

    def until(self, text, limit=10):
        """Reads until it has written this."""
        at, end = len(self.got), time.monotonic() + limit
        while text not in self.got[at:] and time.monotonic() < end:
            self.read(0.05, 0.1)
        return text in self.got[at:]

    def state(self):
        """None while it runs, "T" when it is stopped, else how it ended."""
        if self.status is None and select.select([self.told], [], [], 0)[0]:
            told = os.read(self.told, 16)
            if told == b"T":
                return "T"
            code = int(told.replace(b"T", b""))
            self.status = code - 0x10000 if code >= 0x8000 else code
        return self.status

    def resume(self):
        """It goes on after a stop; one that has been killed meanwhile does not."""
        with contextlib.suppress(BrokenPipeError):
            os.write(self.go_on, b"c")

    def wait(self, limit=10):
        """The exit status, or the signal below 0; None: it still runs."""
        end = time.monotonic() + limit
        while self.state() in (None, "T") and time.monotonic() < end:
            self.read(0.02, 0.05)
        self.read(0.02)
        return self.status

    def restored(self):
        """What of the terminal is not as it was; empty if all is. For TERM=xterm-256color."""
        wrong = []
        if termios.tcgetattr(self.slave) != self.modes:
            wrong.append("modes")
        for name, on, off in (("alternate screen", b"\x1b[?1049h", b"\x1b[?1049l"),
                              ("hidden cursor", b"\x1b[?25l", b"\x1b[?25h"),
                              ("keypad", b"\x1b[?1h", b"\x1b[?1l"),
                              ("paste", b"\x1b[?2004h", b"\x1b[?2004l")):
            if self.got.rfind(on) > self.got.rfind(off):
                wrong.append(name)
        return wrong

    def end(self, keys="<C-c>QQQ"):
        """Ends it and tells how."""
        if self.state() is None:
            self.keys(keys)
        status = self.wait()
        self.close()
        return status

    def close(self):
        """Ends what still runs, at any price."""
        if self.state() in (None, "T"):
            with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                os.kill(self.pid, signal.SIGKILL)
            self.wait()
        if self.session:
            os.close(self.go_on)
            os.waitpid(self.session, 0)
            for fd in (self.master, self.slave, self.told):
                os.close(fd)
        self.session = None


# ---- what a terminal description can make a program write ----
CSI = re.compile(rb"\x1b\[([<=>?]?)([0-9;:]*)([ -/]*)([@-~])")
NUMBER = rb"%(?:p\d|i|\{\d+\}|[-+*/m&|^=<>A!O~]|[?te;]|P[a-zA-Z]|g[a-zA-Z]|'.'|:?[-+# 0-9.]*[dsxXoc])"


def described(term):
    """Shapes of control sequences (ESC [ prefix, final) and other sequences of a terminal."""
    text = subprocess.run(["infocmp", "-1", "-x", term], capture_output=True, check=True).stdout
    shapes, others = {(b"?", b"h"), (b"?", b"l")}, set()
    for line in text.splitlines()[2:]:
        name, _, value = line.strip().rstrip(b",").partition(b"=")
        # Keys come from the terminal, u6-u9, is* and rs* are for others than curses.
        if not value or re.match(rb"k[a-zA-Z0-9]|u\d|[ir][sf]\d?|mc\d|kmous", name):
            continue
        value = re.sub(rb"\$<[^>]*>", b"", value)
        value = value.replace(rb"\E", b"\x1b").replace(rb"\r", b"\r").replace(rb"\n", b"\n")
        value = re.sub(rb"\^(.)", lambda m: bytes([m.group(1)[0] ^ 0x40]), value)
        value = re.sub(NUMBER, b"0;", value)
        for piece in re.split(rb"(?=\x1b)", value):
            match = re.match(rb"\x1b\[([<=>?]?)[0-9;:]*([ -/]*[@-~])", piece)
            if match:
                shapes.add((match.group(1), match.group(2)))
            elif piece[:1] == b"\x1b":
                others.add(piece[:3] if piece[1:2] in b"()*+#%" else piece[:2])
    return shapes, others
