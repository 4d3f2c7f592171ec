#!/usr/bin/env python3
"""Checks the tests: changes one place of core at a time, builds, runs the tests and lists the changes that no test noticed.

usage: tests/mutate.py [--seed N] [--per-area N] [--preset NAME] [AREA…]

AREA is one of readers, timeline, analysis and stages; without any, all of them.

Works on a copy of the checked-out commit (a git worktree that it removes at the end), so the sources stay as they are.
A change is: a comparison turned, a constant by one, a statement dropped, + and - exchanged, && and || exchanged, a
condition negated. It is built as in CI, with warnings as errors; what does not compile is not counted. What runs longer
than ten times the unchanged tests counts as noticed. Ends with 1 when more than one in ten survived.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time

# Sources, then the test programs that cover them.
AREAS = {
    "readers": (["core/readers"], ["test_readers"]),
    "timeline": (["core/model"], ["test_core", "test_readers"]),
    "analysis": ([f"core/analysis/{name}" for name in ("busy", "gaps", "instances", "kernels", "layers", "modules", "steps", "trust")],
                 ["test_core"]),
    "stages": (["core/analysis/stages"], ["test_core"]),
}

RULES = [  # what, pattern, replacement
    ("comparison turned", r"(?<![<>=!\-&|])<(?![<=>])(?= )", ">="),
    ("comparison turned", r"(?<= )>(?![>=])(?= )", "<="),
    ("comparison moved", r"(?<= )<=(?= )", "<"),
    ("comparison moved", r"(?<= )>=(?= )", ">"),
    ("comparison turned", r"(?<= )==(?= )", "!="),
    ("comparison turned", r"(?<= )!=(?= )", "=="),
    ("constant by one", r"(?<![\w.'\"])(\d+)(?![\w.'\"])", lambda m, line: str(int(m.group(1)) + 1)),
    ("plus and minus", r"(?<= )\+(?= )", "-"),
    ("plus and minus", r"(?<= )-(?= )", "+"),
    ("plus and minus", r"\+\+(?=[a-zA-Z_])", "--"),
    ("and and or", r"(?<= )&&(?= )", "||"),
    ("and and or", r"(?<= )\|\|(?= )", "&&"),
    ("condition negated", r"\bif \(([^()]*(?:\([^()]*\)[^()]*)*)\)(?=\s*(?:\{|$))", lambda m, line: f"if (!({line[m.start(1):m.end(1)]}))"),
]
STATEMENT = re.compile(r"^\s+(?!return\b|const\b|auto\b|static\b|using\b|struct\b|class\b|case\b|break\b|continue\b|delete\b)"
                       r"[A-Za-z_][\w.\->\[\]:()*]*(?: [-+|&]?= |\(|\+\+|--).*;\s*$")


def stripped(line):
    """The line with its strings and comments blanked out, so that only code is changed."""
    line = re.sub(r'"(?:\\.|[^"\\])*"', lambda m: " " * len(m.group()), line)
    line = re.sub(r"'(?:\\.|[^'\\])'", lambda m: " " * len(m.group()), line)
    return re.sub(r"//.*", lambda m: " " * len(m.group()), line)


def changes(path):
    """All changes that the rules find in a file: (line number, what, new line)."""
    found = []
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    for number, line in enumerate(lines):
        code = stripped(line)
        if code.lstrip().startswith(("#", "template", "namespace", "/*", "*", "static_assert")):
            continue
        for what, pattern, replacement in RULES:
            for match in re.finditer(pattern, code):
                new = replacement(match, line) if callable(replacement) else replacement
                found.append((number, what, line[:match.start()] + new + line[match.end():]))
        if STATEMENT.match(code) and code.count("(") == code.count(")"):
            found.append((number, "statement dropped", re.match(r"\s*", line).group() + ";"))
    return lines, found


def choose(tree, folders, count, chance):
    """`count` changes, no two of them in one line."""
    pool = []
    for folder in folders:
        for root, _, names in os.walk(os.path.join(tree, folder)):
            for name in sorted(names):
                if name.endswith(".cpp"):
                    path = os.path.join(root, name)
                    pool += [(path, *change) for change in changes(path)[1]]
    pool.sort(key=lambda change: change[:3])
    chance.shuffle(pool)
    taken, lines = [], set()
    for change in pool:
        if change[:2] not in lines:
            lines.add(change[:2])
            taken.append(change)
    return taken[:count]


class Tree:
    """The copy of the sources, its build folder and how long the unchanged tests take."""

    def __init__(self, folder, preset):
        self.folder, self.preset, self.normal = folder, preset, {}

    def run(self, command, limit=None):
        environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", LC_ALL="C.UTF-8")
        try:
            return subprocess.run(command, cwd=self.folder, env=environment, timeout=limit, capture_output=True,
                                  text=True, errors="replace")
        except subprocess.TimeoutExpired:
            return None

    def build(self, target):
        return self.run(["cmake", "--build", "--preset", self.preset, "--target", target]).returncode == 0

    def test(self, program, limit):
        return self.run([f"build/{self.preset}/bin/{program}", "--gtest_brief=1", "--gtest_fail_fast"], limit)

    def prepare(self, program):
        if program in self.normal:
            return
        if not self.build(program):
            sys.exit(f"{program} does not build without any change")
        begin = time.monotonic()
        if self.test(program, 1800).returncode != 0:
            sys.exit(f"{program} fails without any change")
        self.normal[program] = time.monotonic() - begin

    def notices(self, program):
        """True when a test of the built program fails, or it takes much longer than usual."""
        result = self.test(program, 10 * self.normal[program] + 10)
        return result is None or result.returncode != 0


def outcome(tree, change, programs):
    path, number, _, new = change
    with open(path, encoding="utf-8") as file:
        text = file.read()
    lines = text.split("\n")
    lines[number] = new
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
        for program in programs:
            if not tree.build(program):
                return "does not compile"
            if tree.notices(program):
                return "noticed"
        return "survived"
    finally:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def check(tree, area, count, chance):
    folders, programs = AREAS[area]
    for program in programs:
        tree.prepare(program)
    counted, survivors = 0, []
    for change in choose(tree.folder, folders, 3 * count, chance):
        if counted == count:
            break
        verdict = outcome(tree, change, programs)
        path, number, what, new = change
        place = f"{os.path.relpath(path, tree.folder)}:{number + 1}"
        print(f"{verdict:17} {place}: {what}: {new.strip()}", flush=True)
        if verdict != "does not compile":
            counted += 1
        if verdict == "survived":
            survivors.append(f"{place}: {what}: {new.strip()}")
    return counted, survivors


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("areas", nargs="*", metavar="AREA", help=", ".join(AREAS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-area", type=int, default=15)
    parser.add_argument("--preset", default="release")
    options = parser.parse_args()
    if unknown := set(options.areas) - set(AREAS):
        parser.error(f"no such area: {', '.join(unknown)}")
    chance = random.Random(options.seed)
    source = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    total, survivors = 0, []
    with tempfile.TemporaryDirectory(dir=os.path.dirname(source)) as folder:
        copy = os.path.join(folder, "mutated")
        subprocess.run(["git", "worktree", "add", "-q", "--detach", copy, "HEAD"], cwd=source, check=True)
        try:
            subprocess.run(["cmake", "--preset", options.preset, "-DWARPSCOPE_TESTS=ON", "-DWARPSCOPE_WERROR=ON"],
                           cwd=copy, check=True, stdout=subprocess.DEVNULL)
            tree = Tree(copy, options.preset)
            for area in options.areas or AREAS:
                counted, left = check(tree, area, options.per_area, chance)
                total += counted
                survivors += left
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", copy], cwd=source, check=True)
    print(f"\n{total} changes, {len(survivors)} survived (seed {options.seed})")
    print("\n".join(survivors))
    return len(survivors) * 10 > total


if __name__ == "__main__":
    sys.exit(main())
