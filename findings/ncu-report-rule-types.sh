#!/usr/bin/env bash
# Nsight Compute 2022.3.0 (Debian 12, non-free: nsight-compute 2022.3.0.22~11.8.0-5~deb12u1): the module ncu_report, and
# any reader that is generated from the published ProfilerReport.proto, finds no kernel at all in a report whose rules
# give advice, as Nsight Compute 2023.2 and later write it. The version in the file's header is 7 in both.
#
# One expects of protobuf that a value which an older schema does not know is left out, and the rest is read. The type of
# a rule's message is an enum that ends with 3 (error); advice (OPT) is 4. The field is `required`, the schema proto2: a
# value that the enum lacks goes to the unknown fields, so the required field is missing, and with it the whole kernel
# with its metrics is refused. Reports of 2023.2 to 2026.2 read well where the field is taken as a number.
#
# Seen, of NVIDIA's own example of one kernel: as it is, and with 4 in the nine messages of its rules, which is all that
# is changed (the lengths stay):
#   kernels: 1
#   kernels: 0
# The module prints a line to standard error, and raises nothing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
version=2022.3.0.22~11.8.0-5~deb12u1
# The mirror that this machine uses, with the component that its sources may leave out.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' | head -1)
mkdir -p lists/partial cache/archives/partial
echo "deb [trusted=yes] $mirror bookworm non-free" >sources.list
own=(-o "Dir::Etc::sourcelist=$folder/sources.list" -o Dir::Etc::sourceparts=/dev/null -o "Dir::State::lists=$folder/lists"
     -o "Dir::Cache=$folder/cache")
apt-get "${own[@]}" update -qq >/dev/null 2>&1
apt-get "${own[@]}" download -qq "nsight-compute=$version" >/dev/null 2>&1
dpkg -x ./*.deb root
report=$(find root -name addConstDouble.ncu-rep)
seen=$(PYTHONPATH=$(dirname "$(find root -name ncu_report.py)") /usr/bin/python3 - "$report" 2>/dev/null <<'PYTHON'
import struct, sys
import ncu_report


def number(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at, value, shift = at + 1, value | (byte & 127) << shift, shift + 7
        if byte < 128:
            return value, at


def fields(data, at, end):
    """(number, kind, begin, end) of the fields of a message."""
    while at < end:
        key, at = number(data, at)
        begin, kind = at, key & 7
        if kind == 0:
            at = number(data, at)[1]
        elif kind == 2:
            size, begin = number(data, at)
            at = begin + size
        else:
            at += 8 if kind == 1 else 4
        yield key >> 3, kind, begin, at


def advise(data, begin, end, path):
    for field, kind, at, after in fields(data, begin, end):
        if field == path[0] and len(path) == 1:
            data[at] = 4
        elif field == path[0] and kind == 2:
            advise(data, at, after, path[1:])


def size(data, at):
    return struct.unpack_from("<I", data, at)[0]


def kernels(path):
    context = ncu_report.load_report(path)
    return sum(context.range_by_idx(r).num_actions() for r in range(context.num_ranges()))


data = bytearray(open(sys.argv[1], "rb").read())
at = 8 + size(data, 4)
while at < len(data):
    begin, at = at + 4, at + 4 + size(data, at)
    header = {field: number(data, x)[0] for field, kind, x, y in fields(data, begin, at) if kind == 0}
    block, at = at, at + header.get(5, 0)
    for sources in (True, False):
        for _ in range(header.get(1 if sources else 2, 0)):
            begin, block = block + 4, block + 4 + size(data, block)
            if not sources:
                advise(data, begin, block, [19, 3, 1, 1, 2])  # rule, body, item, message, type
open("advice.ncu-rep", "wb").write(data)
print("kernels:", kernels(sys.argv[1]))
print("kernels:", kernels("advice.ncu-rep"))
PYTHON
)
echo "$seen"
[ "$seen" = $'kernels: 1\nkernels: 0' ]
