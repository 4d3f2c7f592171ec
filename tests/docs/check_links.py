#!/usr/bin/env python3
"""Links of README.md, CONTRIBUTING.md and docs/ lead to files and headings that exist, every picture is used, and the README
is two screens long.

usage: check_links.py ROOT_OF_THE_SOURCES
"""
import pathlib, re, sys

root = pathlib.Path(sys.argv[1])
pages = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").glob("*.md")),
         *sorted((root / "skills").glob("*/*.md"))]


def headings(page):
    """As GitHub makes anchors of them."""
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.S)
    found = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", h).lower()).replace(" ", "-") for h in found}


wrong, pictures = [], set()
for page in pages:
    text = re.sub(r"`[^`\n]*`", "", re.sub(r"^    .*$", "", page.read_text(), flags=re.M))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists():
            wrong.append(f"{page.name}: {target} does not exist")
        elif anchor and anchor not in headings(file):
            wrong.append(f"{page.name}: {target}: no such heading")
        if file.suffix in (".png", ".svg"):
            pictures.add(file)
for file in sorted((root / "docs/images").iterdir()):
    if file.resolve() not in pictures:
        wrong.append(f"{file.name} is on no page")
if (lines := len((root / "README.md").read_text().splitlines())) > 90:
    wrong.append(f"README.md has {lines} lines")
sys.exit("\n".join(wrong) or None)
