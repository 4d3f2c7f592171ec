#!/usr/bin/env python3
"""A double-click finds Warpscope: names of traces have a type, and the desktop entry and the metainfo name every type.

usage: check_mime.py FOLDER_OF_PACKAGING
"""
import configparser, fnmatch, pathlib, shutil, subprocess, sys, tempfile
import xml.etree.ElementTree as xml

NAMES = {
    "run.pt.trace.json": "application/x-kineto-trace",
    "run.1773709679453551615.pt.trace.json.gz": "application/x-kineto-trace",
    "b200_eager.trace.json": "application/x-kineto-trace",
    "trace_view.json": "application/x-ascend-trace",
    "msprof_20260823165334.json": "application/x-ascend-trace",
    "report1.nsys-rep": "application/x-nsys-report",
    "kernels.ncu-rep": "application/x-ncu-report",
    "8_results.db": "application/x-rocpd",
    "trace.rpd": "application/x-rpd",
    "node-3.xplane.pb": "application/x-xplane",
    "results.pftrace": "application/x-perfetto-trace",
    "weights.pb": None,
    "slow-decode.warpscope": "application/x-warpscope-session",
    "rank-3.wsd": "application/x-warpscope-digest",
    "settings.json": None,
    "notes.db": None,
}
# What else is opened; these types are known to every desktop.
GENERAL = ["application/json", "application/gzip", "application/zip", "application/vnd.sqlite3", "text/csv", "text/plain"]

packaging = pathlib.Path(sys.argv[1])
wrong = []
with tempfile.TemporaryDirectory() as folder:
    packages = pathlib.Path(folder, "packages")
    packages.mkdir()
    shutil.copy(packaging / "warpscope-mime.xml", packages / "warpscope.xml")
    done = subprocess.run(["update-mime-database", folder], capture_output=True, text=True)
    if done.returncode:
        wrong.append("update-mime-database: " + done.stderr)
    globs = [line.split(":", 2) for line in pathlib.Path(folder, "globs2").read_text().splitlines() if line[:1] != "#"]
for name, wanted in NAMES.items():
    found = next((kind for _, kind, glob in globs if fnmatch.fnmatch(name, glob)), None)
    if found != wanted:
        wrong.append(f"{name}: {found} instead of {wanted}")

own = {kind for _, kind, _ in globs}
desktop = configparser.ConfigParser(interpolation=None)
desktop.read(packaging / "org.warpscope.Warpscope.desktop", encoding="utf-8")
claimed = desktop["Desktop Entry"]["MimeType"].strip(";").split(";")
for kind in [*sorted(own), *GENERAL]:
    if kind not in claimed:
        wrong.append(f"the desktop entry does not name {kind}")
told = {node.text for node in xml.parse(packaging / "org.warpscope.Warpscope.metainfo.xml").iter("mediatype")}
if told != own:
    wrong.append(f"the metainfo names {sorted(told)}, the types are {sorted(own)}")
sys.exit("\n".join(wrong) or None)
