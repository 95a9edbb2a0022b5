# SPDX-License-Identifier: GPL-3.0-or-later
"""sqlviewer.py VIEWER DATABASE: what the models of perf's exported-sql-viewer.py have of a database, as JSON.

Each row of a tree is its depth, its name, and its count or time of call. Without a disassembler, which is optional there.
"""
import importlib.util
import json
import os
import sys
import types

viewer_path, database = sys.argv[1:]
os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.dont_write_bytecode = True
sys.modules["libxed"] = types.SimpleNamespace(LibXED=None)
spec = importlib.util.spec_from_file_location("viewer", viewer_path)
viewer = importlib.util.module_from_spec(spec)
spec.loader.exec_module(viewer)


def rows(item, depth=0):
    for i in range(max(item.childCount(), 0)):
        child = item.getChildItem(i)
        yield depth, child.getData(0), child.getData(2), child.getData(3)
        yield from rows(child, depth + 1)


reference = viewer.DBRef(True, database)
db, name = reference.Open("main")
app = viewer.QApplication([])
shared = viewer.Glb(reference, db, name)
json.dump({model.__name__: list(rows(model(shared).root)) for model in (viewer.CallGraphModel, viewer.CallTreeModel)}, sys.stdout)
sys.stdout.flush()
# Qt's threads are not waited for.
os._exit(0)
