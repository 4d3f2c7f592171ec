#!/usr/bin/env python3
"""The manual pages name every command and option that the programs list.

usage: check_man.py FOLDER_OF_PACKAGING WARPSCOPE WARPSCOPE_CLI
"""
import os, pathlib, re, subprocess, sys

packaging, window, cli = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
environment = dict(os.environ, LC_ALL="C.UTF-8", QT_QPA_PLATFORM="offscreen")


def told(*command):
    return subprocess.run(command, capture_output=True, text=True, env=environment).stdout


def options(text):
    """Those listed at the begin of a line and those of usage lines in brackets."""
    return set(re.findall(r"^ +(?:-\w, )?(--?[a-z][a-z_-]*)", text, re.M)) | set(re.findall(r"[\[|](--[a-z_-]+)", text))


def page(name):
    return (packaging / name).read_text().replace("\\-", "-")


wrong = []


def compare(name, text, of):
    manual = page(name)
    for option in sorted(options(text)):
        if not re.search(re.escape(option) + r"(?![a-z_-])", manual):
            wrong.append(f"{name} lacks {option} of {of}")


listed = told(window, "--help")
if "--screenshot" not in listed:
    wrong.append(f"{window} --help lists nothing: {listed}")
compare("warpscope.1", listed, "warpscope")
compare("warpscope.1", told(window, "chart", "--help"), "chart")
compare("warpscope-cli.1", told(cli, "--help"), "warpscope-cli")
commands = re.findall(r"^  ([a-z][a-z0-9]*) .*\n      ", told(cli, "--help"), re.M)
if len(commands) < 10:
    wrong.append(f"{cli} --help lists only {commands}")
for command in commands:
    if not re.search(rf"^\.B {command} ", page("warpscope-cli.1"), re.M):
        wrong.append(f"warpscope-cli.1 lacks {command}")
    compare("warpscope-cli.1", told(cli, command, "--help"), command)
sys.exit("\n".join(wrong) or None)
