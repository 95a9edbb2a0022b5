#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual pages name exactly the commands, options and keys that the program has."""
import json
import re
import shlex
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import cli  # noqa: E402
from cli import check, run, tap  # noqa: E402

PAGE = (cli.ROOT / "doc/perfnav.1").read_text()


def section(name):
    """The lines of a section."""
    return PAGE.split(f"\n.Sh {name}\n")[1].split("\n.Sh ")[0].splitlines()


def help_options(command):
    """Letter, name and argument of each option."""
    text = run(*([command] if command else []), "--help").out.split("Options:\n")[1]
    for line in text.splitlines():
        spec = re.match(r"  (?:-(\w), |    )--([\w-]+)(?: (\S+))?(?= )", line)
        yield spec.groups()


def page_options():
    for line in section("OPTIONS"):
        spec = re.fullmatch(r"\.It Fl (?:(\w) , )?-([\w-]+)(?: Ar (\S+))?", line)
        if spec:
            yield spec.groups()


def page_commands():
    """Command to its options; "" is the browser."""
    found, command = {}, None
    for line in section("COMMANDS"):
        item = re.fullmatch(r"\.It Ic perfnav ?(\w*)", line)
        option = re.fullmatch(r"\.Fl -([\w-]+)(?: [,.])?", line)
        if item:
            command = item.group(1)
            found[command] = []
        elif option and "Options:" in found[command]:
            found[command].append(option.group(1))
        elif line == "Options:":
            found[command].append(line)
    return {name: options[1:] for name, options in found.items()}


def same(name, want, got):
    want, got = set(want), set(got)
    tap.ok(want == got, name, [f"only in --help: {sorted(map(str, want - got))}",
                               f"only in the manual: {sorted(map(str, got - want))}"])


def check_commands():
    whole = run("--help")
    names = re.findall(r"^  perfnav (\w+) ", whole.out, re.M)
    commands = page_commands()
    check("--help lists commands", whole, len(names) > 3)
    same("COMMANDS are those of --help", ["", *names], commands)
    synopsis = re.findall(r"^\.Cm (\w+)$", "\n".join(section("SYNOPSIS")), re.M)
    same("SYNOPSIS, too", names, synopsis)
    every = set()
    for name in ["", *names]:
        options = list(help_options(name))
        every.update(options)
        listed = commands.get(name, [])
        same(f"options of {name or 'the browser'}", [o[1] for o in options], listed)
        tap.ok(listed == sorted(listed) and len(listed) == len(set(listed)),
               "... in order, each once", [" ".join(listed)])
    found = list(page_options())
    same("OPTIONS: each with its letter and argument", every, found)
    names = [name for _, name, _ in found]
    tap.ok(names == sorted(names), "... in order", [" ".join(names)])


def keys_of_help():
    """What stands left of the explanations on the help screen."""
    script = cli.script("?\n:dump help\n")
    shown = run("--script", script, "--screen", "200x400", cli.copy("fp.data"))
    check("the help screen", shown, shown.clean())
    keys, commands = set(), set()
    for line in shown.lines():
        command = re.match(r"   ?(:\w[\w-]*)", line)
        key = re.match(r"   (\S.*?)  +\S", line)
        if command:
            commands.add(command.group(1))
        elif key:
            keys.update(key.group(1).split())
    return keys, commands


def check_command_texts():
    """What the help screen and the page say of a command is the same."""
    script = cli.script("?\n:dump help\n")
    shown = run("--script", script, "--screen", "200x400", cli.copy("fp.data")).lines()
    want = {" ".join(line.split()) for line in shown if re.match(r"   ?:\w", line)}
    page = "\n".join(section("KEYS"))
    got = set()
    for name, arg, text in re.findall(r"^\.It Cm (:\S+)(?: Ar (.*))?\n(.*)\.$", page, re.M):
        text = plain(text) if want & {" ".join(f"{name} {arg} {plain(text)}".split())} else (
            text[0].lower() + plain(text)[1:])
        got.add(" ".join(f"{name} {arg} {text}".split()))
    same("KEYS: arguments and texts of commands", want, got)


def page_keys():
    keys, commands = set(), set()
    for line in section("KEYS"):
        item = re.fullmatch(r"\.It (Ic|Cm) (.*)", line)
        if item and item.group(1) == "Ic":
            keys.update(item.group(2).replace(r"\(aq", "'").replace(r"\e", "\\")
                        .replace(r"\&", "").split())
        elif item:
            commands.add(item.group(2).split()[0])
    return keys, commands


def check_keys():
    keys, commands = keys_of_help()
    listed, listed_commands = page_keys()
    same("KEYS: those of the help screen", keys, listed)
    same("... and its commands", commands, listed_commands)
    items = [line for line in section("KEYS") if line.startswith(".It ")]
    tap.ok(len(items) == len(set(items)), "... each once", sorted(items))
    tap.ok(len(keys) > 50 and len(commands) > 5, "... which are many")


def plain(line):
    """Text of a line of the manual without what roff adds."""
    return line.replace(r"\(aq", "'").replace(r"\(dq", '"').replace(r"\e", "\\").replace(r"\&", "")


def examples(text):
    """The commands and filters that .Dl shows. A backslash continues one on the next line."""
    joined = re.sub(r' \\e"?\n\.Dl " *', " ", text)
    return [plain(line.replace('"', "")) for line in re.findall(r"^\.Dl (.*)$", joined, re.M)]


def check_filter_page():
    """What perfnav-filter(7) shows as a filter is one, and its units are those of an error."""
    page = (cli.ROOT / "doc/perfnav-filter.7").read_text()
    lists = page.split("\n.Ss Lists\n")[1].split("\n.Ss ")[0]
    shown = examples(page)
    shown += map(plain, re.findall(r"^\.It Ql (.*)$", lists, re.M))
    shown += map(plain, re.findall(r"^\.Ql (\S+ (?:==|>=|in|~) .*?)(?: [.,:])?$", page, re.M))
    data = cli.copy("demo.data")
    for expr in shown:
        if expr != "not f == v":
            # -f rejects the fields of the selected record.
            command = ("--batch", "--cmd", "208", "--cmd", f"filter {expr}") if "$time" in expr else ("count", "-q", "-f", expr)
            got = run(*command, data)
            check(f"perfnav-filter(7): {expr}", got, got.status == 0)
    tap.ok(len(shown) > 12, f"{len(shown)} filters are in it")
    units = run("count", "-f", "time > 5parsec", data).err.split("expected ")[1].splitlines()[0]
    missing = [u for u in re.findall(r"[A-Za-z]+", units.replace(" or ", " "))
               if f".Ql {u}" not in page]
    tap.ok(not missing, "and all units", missing)
    check_mandoc("perfnav-filter.7")


def check_examples():
    """EXAMPLES of perfnav(1) work as they stand there, on a recording that is called perf.data."""
    (cli.CWD / "perf.data").symlink_to(cli.copy("demo.data"))
    (cli.CWD / "bin").mkdir()
    (cli.CWD / "bin/perfnav").symlink_to(cli.PERFNAV)
    path = {"PATH": f"{cli.CWD}/bin:{cli.ENV['PATH']}"}
    shown = examples("\n".join(section("EXAMPLES")))
    for command in shown:
        if "jq" in command and not shutil.which("jq"):
            tap.skip(f"example: {command}", "jq is not installed")
            continue
        # The browser wants a terminal to begin somewhere.
        batch = " --batch --cmd :where" if "--goto" in command else ""
        got = subprocess.run(["bash", "-o", "pipefail", "-c", command + batch], cwd=cli.CWD,
                             env={**cli.ENV, **path}, capture_output=True, text=True,
                             stdin=subprocess.DEVNULL, timeout=60, check=False)
        tap.ok(got.returncode == 0, f"example: {command}", [str(got.returncode), *got.stderr.splitlines()])
    tap.ok(len(shown) > 7, f"{len(shown)} examples")


def check_script():
    """The file and the commands of "Commands without a screen" work."""
    part = PAGE.split("\n.Ss Commands without a screen\n")[1].split("\n.Sh ")[0]
    (cli.CWD / "keys.txt").write_text(part.split("\n.Bd -literal -offset indent\n")[1].split("\n.Ed")[0] + "\n")
    for command in examples(part):
        got = run(*shlex.split(command)[1:])
        check(f"script: {command}", got, got.clean() and len(got.lines()) > 3)
    tap.ok((cli.CWD / "flame.svg").exists(), "... which saves a picture")


def check_mandoc(page):
    if not shutil.which("mandoc"):
        return
    said = subprocess.run(["mandoc", "-Tlint", "-Wwarning", cli.ROOT / "doc" / page],
                          capture_output=True, text=True, check=False).stdout
    tap.ok(not said, f"mandoc finds nothing wrong with {page}", said.splitlines())


def batch(*commands):
    args = [arg for command in commands for arg in ("--cmd", command)]
    return run("--no-index", "--batch", *args, cli.copy("fp.data"),
               env={"XDG_CONFIG_HOME": str(cli.CWD / "nothing")})


def items(lines, macro):
    """Of a list: what stands behind the macro, and the text below it."""
    found = None
    for line in lines:
        if line.startswith(macro + " "):
            if found:
                yield found
            found = (plain(line[len(macro) + 1:]), [])
        elif found and line.startswith("."):
            yield found
            found = None
        elif found:
            found[1].append(plain(line))
    if found:
        yield found


def sentence(text):
    return f"{text[0].upper()}{text[1:]}."


def check_config_page():
    """perfnav-config(5): the options and actions that there are, with what the program says of them."""
    page = (cli.ROOT / "doc/perfnav-config.5").read_text()

    def part(name):
        return page.split(f"\n.Sh {name}\n")[1].split("\n.Sh ")[0].splitlines()

    shown = [re.split(r"  +", line.strip(), maxsplit=3)
             for line in batch(":set").lines()[1:]]
    # An option whose text states what applies if it is not set has no default of its own.
    same("perfnav-config(5): options",
         [(f"{name} Ar {can}", sentence(text), *([] if "default:" in text else [f"Default: {now}."]))
          for name, now, can, text in shown],
         [(name, *text) for name, text in items(part("OPTIONS"), ".It Ic")])
    keys = {}
    for m in re.finditer(r"^  (\S+).*?  +([a-z][\w-]+)  +\S", batch(":keys").out, re.M):
        keys.setdefault(m[2], m[1])
    # :keys shows what an action does in each view; these are the texts for all of them.
    rows = re.findall(r'^(?:ACTION|VIEW\w*)\(\w+,\s*"([\w-]+)",.*"(.*)"\)$',
                      "".join((cli.ROOT / "ui" / name).read_text() for name in ("term/actions.def", "views.def")), re.M)
    actions = {name: sentence(re.sub(r"\{([\w-]+)\}", lambda m: keys[m[1]], text)) for name, text in rows}
    same("... actions", actions.items(),
         [(name, text[0]) for name, text in items(part("ACTIONS"), ".It Ic")])
    views = re.findall(r"^\.Ql (.*?) [,.]$", "\n".join(part("VIEWS")), re.M)
    got = batch(*[f":map <F9> last in {view}" for view in views])
    check("... views", got, got.clean() and len(views) > 10)
    keys = cli.script(":wait\n::map Y last in <Tab>\n:dump x\n")
    screen = run("--script", keys, "--screen", "100x200", cli.copy("fp.data")).lines()
    offered = [line[2:].split("  ")[0] for line in screen if line.endswith("  a view")]
    same("... all of them", offered, views)
    commands = [m[1] for m in re.finditer(r"^\.It Cm :(\S+)", PAGE, re.M)]
    (cli.CWD / "config/perfnav").mkdir(parents=True)
    (cli.CWD / "config/perfnav/config").write_text("".join(f"{command} ~frog~\n" for command in commands))
    said = run("--batch", cli.copy("fp.data"), env={"XDG_CONFIG_HOME": str(cli.CWD / "config")}).err
    rejected = set(re.findall(r": :(\S+) is not allowed in the config file$", said, re.M))
    same("... commands", {command for command in commands if command not in rejected},
         {line.split()[2] for line in part("COMMANDS") if line.startswith(".It Cm ")})
    example = page.split("\n.Bd -literal\n")[1].split("\n.Ed")[0]
    (cli.CWD / "config/perfnav/config").write_text(example)
    got = run("--batch", "--cmd", ":set bytes", cli.copy("fp.data"),
              env={"XDG_CONFIG_HOME": str(cli.CWD / "config")})
    check("... and the example is without mistakes", got,
          got.clean() and got.out == "bytes is off\n")
    check_mandoc("perfnav-config.5")


def check_index_page():
    """perfnav-index(5): its commands do something, its options are there."""
    page = (cli.ROOT / "doc/perfnav-index.5").read_text()
    data = cli.copy("demo.data")
    run("index", "--remove", data)
    shown = [text for text, _ in items(page.splitlines(), ".It Ic")]
    for command in shown:
        args = [data if arg == "FILE" else arg for arg in command.split()[1:] if arg != "Ar"]
        got = run(*args)
        check(f"perfnav-index(5): {command}", got, got.clean())
    options = {"--" + name for command in ("index", "print")
               for _, name, _ in help_options(command)}
    named = set(re.findall(r"--[a-z-]+", " ".join(shown)))
    named |= {"--" + name for name in re.findall(r"^\.Fl -([a-z-]+)", page, re.M)}
    tap.ok(len(shown) > 4 and len(named) > 5 and named <= options, "... has options that there are",
           sorted(named - options))
    only = {"--" + name for _, name, _ in help_options("index")} - {"--help", "--json", "--quiet", "--secure"}
    tap.ok(only <= named, "... and all that are about indexes", sorted(only - named))
    check_mandoc("perfnav-index.5")


def check_tutorial():
    """perfnav-tutorial(7): its commands and the keys that it names work."""
    page = (cli.ROOT / "doc/perfnav-tutorial.7").read_text()
    folder = cli.CWD / "tutorial/data"
    folder.mkdir(parents=True)
    shutil.copy(cli.DATA / "demo.data", folder)
    shown = examples(page)
    for command in shown:
        if command == "perfnav data/demo.data" or command.startswith("perf record"):
            continue
        args = shlex.split(command)
        if args[0] == "count":
            args = ["--batch", "--cmd", command, "data/demo.data"]
        elif args[0] == "perfnav":
            args = args[1:]
        else:
            args = ["count", "-f", command, "data/demo.data"]
        got = run(*args, cwd=folder.parent)
        tap.ok(got.status == 0 and got.out + got.err, f"perfnav-tutorial(7): {command}", got.told())
    keys, commands = keys_of_help()
    named = [plain(word) for line in re.findall(r"^\.Ic (.*)$", page, re.M) for word in line.split(" , ")]
    names = {word.split()[0] for word in named}
    missing = {name for name in names if name not in commands and name not in keys} - {"W", "H", ":"}
    tap.ok(len(names) > 20 and not missing, "... its keys and commands", sorted(missing))
    check_mandoc("perfnav-tutorial.7")


def check_environment():
    """ENVIRONMENT has each variable that the source reads, EXIT STATUS each status."""
    sources = [path.read_text() for folder in ("src", "ui") for path in (cli.ROOT / folder).rglob("*.[ch]")]
    read = {name for text in sources for name in re.findall(r'\bgetenv\("(\w+)"\)', text)}
    page = " ".join(section("ENVIRONMENT") + section("DESCRIPTION") + section("KEYS") + section("OPTIONS"))
    missing = {name for name in read if not re.search(rf"\b{name}\b", page)} - {"PATH", "SHELL"}
    tap.ok(len(read) > 10 and not missing, "ENVIRONMENT: each variable that is read", sorted(missing))
    states = re.findall(r"\bSTATUS_\w+ = (\d)", "\n".join(sources))
    listed = re.findall(r"^\.It (\d)$", "\n".join(section("EXIT STATUS")), re.M)
    tap.ok(states == listed and len(states) > 4, "EXIT STATUS: each status", [*states, "page", *listed])


def check_fields():
    """Each field has an explanation of more than its name, and each type of record is listed."""
    fields = [json.loads(line) for line in run("fields", "--json").lines()]
    bare = [f["name"] for f in fields if len(f["help"].split()) < 2 and f["help"].lower() == f["name"].lower()]
    tap.ok(len(fields) > 400 and all(f["help"] for f in fields), f"{len(fields)} fields have an explanation",
           [f["name"] for f in fields if not f["help"]])
    tap.ok(not bare, "... which is not their name", bare)


check_commands()
check_environment()
check_fields()
check_keys()
check_command_texts()
check_examples()
check_script()
check_filter_page()
check_config_page()
check_index_page()
check_tutorial()
sys.exit(tap.done())
