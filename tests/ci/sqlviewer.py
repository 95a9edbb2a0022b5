# SPDX-License-Identifier: GPL-3.0-or-later
"""sqlviewer.py VIEWER DATABASE: what the models of perf's exported-sql-viewer.py have of a database, as JSON.

Each row of a tree is its depth, its name, and its count or time of call; of the chart of switches each CPU has its points.
Without a disassembler, which is optional there; and where PySide2 is missing, with queries of the module sqlite3 in its place.
"""
import importlib.util
import json
import os
import re
import sqlite3
import sys
import types

viewer_path, database = sys.argv[1:]
os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.dont_write_bytecode = True
sys.modules["libxed"] = types.SimpleNamespace(LibXED=None)


class Nothing(type):
    """Classes of windows: whatever is asked of them is one more of them."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return cls


class Part(metaclass=Nothing):
    def __init__(self, *_, **__):
        pass

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Part

    def __or__(self, _):
        return self


class Database:
    def setDatabaseName(self, name):
        self.connection = sqlite3.connect(name)

    def open(self):
        return True

    @staticmethod
    def addDatabase(*_):
        return Database()


class Query:
    def __init__(self, db):
        self.db, self.error, self.row = db, "", None

    def exec_(self, statement):
        try:
            self.cursor = self.db.connection.execute(statement)
        except sqlite3.Error as error:
            self.error = f"{error}: {statement}"
        return not self.error

    def next(self):
        self.row = self.cursor.fetchone()
        return self.row is not None

    def value(self, column):
        return self.row[column]

    def lastError(self):
        return types.SimpleNamespace(text=lambda: self.error)


def stand_in():
    """Modules with the names that the viewer imports from PySide2."""
    with open(viewer_path, encoding="utf-8") as text:
        names = set(re.findall(r"\bQ[A-Z]\w+", text.read())) | {"QObject", "Qt", "Signal", "Slot"}
    parts = {name: type(name, (Part,), {}) for name in names}
    sql = {"QSqlDatabase": Database, "QSqlQuery": Query}
    sys.modules["PySide2"] = types.ModuleType("PySide2")
    for module in ("QtCore", "QtGui", "QtSql", "QtWidgets"):
        made = types.ModuleType(f"PySide2.{module}")
        made.__dict__.update(parts | sql if module == "QtSql" else {k: v for k, v in parts.items() if k not in sql})
        sys.modules[f"PySide2.{module}"] = made
        setattr(sys.modules["PySide2"], module, made)


if not importlib.util.find_spec("PySide2"):
    stand_in()
spec = importlib.util.spec_from_file_location("viewer", viewer_path)
viewer = importlib.util.module_from_spec(spec)
spec.loader.exec_module(viewer)


def rows(item, depth=0):
    for i in range(max(item.childCount(), 0)):
        child = item.getChildItem(i)
        yield depth, child.getData(0), child.getData(2), child.getData(3)
        yield from rows(child, depth + 1)


def switches():
    """Of each CPU its number, and of each point its time, and pid, tid and task from then on."""
    for graph in viewer.SwitchGraphDataCollection(shared, db, 1).data:
        yield graph.cpu, [(int(point.x), point.hregion.pid, point.hregion.tid, point.hregion.comm) for point in graph.points]


reference = viewer.DBRef(True, database)
db, name = reference.Open("main")
app = viewer.QApplication([])
shared = viewer.Glb(reference, db, name)
found = {model.__name__: list(rows(model(shared).root)) for model in (viewer.CallGraphModel, viewer.CallTreeModel)}
if viewer.IsSelectable(db, "context_switches"):
    found["switches"] = list(switches())
json.dump(found, sys.stdout)
sys.stdout.flush()
# Qt's threads are not waited for.
os._exit(0)
