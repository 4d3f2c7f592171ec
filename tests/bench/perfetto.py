#!/usr/bin/env python3
"""Asks one file in SQL twice, with warpscope-cli and with Perfetto's trace_processor, and says where they differ.

    tests/bench/perfetto.py PROGRAM TRACE_PROCESSOR TRACE [--times]

Each question of QUESTIONS is one of docs/sql.md. Rows are compared as they stand; reals to 1e-9. --times: instead, how long
each program takes for the questions of TIMED, with opening in turns, and alone, and its peak of memory. Alone is of ours the
least of nine equal questions to `mcp`, less that of SELECT 1, and of trace_processor the least that it says itself.
"""
import csv
import io
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

# also as Kineto of 2021 writes them
WORK = "category IN ('kernel', 'gpu_memcpy', 'gpu_memset', 'Kernel', 'Memcpy', 'Memset')"
CORRELATION = "extract_arg(%s.arg_set_id, 'args.correlation')"

# (number in docs/sql.md, question, ours, Perfetto's)
QUESTIONS = [
    (1, "kernels by total",
     "SELECT name, count(*) AS n, sum(duration_ns) AS ns FROM gpu GROUP BY name ORDER BY ns DESC, name",
     f"SELECT name, count(*) AS n, sum(dur) AS ns FROM slice WHERE {WORK} GROUP BY name ORDER BY ns DESC, name"),
    (3, "busy time of all devices",
     "SELECT busy(start_ns, end_ns) AS ns FROM gpu",
     f"""WITH ends AS (SELECT ts, ts + dur AS te, max(ts + dur) OVER (ORDER BY ts, dur ROWS BETWEEN UNBOUNDED PRECEDING
         AND 1 PRECEDING) AS before FROM slice WHERE {WORK})
         SELECT sum(max(0, te - max(ts, coalesce(before, ts)))) AS ns FROM ends"""),
    (11, "median and longest by name",
     "SELECT name, count(*) AS n, percentile(duration_ns, 50) AS p50, max(duration_ns) AS most FROM gpu GROUP BY name ORDER BY name",
     f"""WITH k AS (SELECT name, dur, row_number() OVER (PARTITION BY name ORDER BY dur) AS i,
         count(*) OVER (PARTITION BY name) AS n FROM slice WHERE {WORK})
         SELECT name, n, cast(avg(dur) FILTER (WHERE i IN ((n + 1) / 2, n / 2 + 1)) + 0.5 AS INT) AS p50, max(dur) AS most
         FROM k GROUP BY name ORDER BY name"""),
    (13, "kernels below 5 µs",
     "SELECT count(*) AS n, sum(duration_ns < 5000) AS short, sum(CASE WHEN duration_ns < 5000 THEN duration_ns END) AS ns FROM gpu WHERE kind = 'kernel'",
     "SELECT count(*) AS n, sum(dur < 5000) AS short, sum(CASE WHEN dur < 5000 THEN dur END) AS ns FROM slice WHERE category IN ('kernel', 'Kernel')"),
    (14, "histogram of durations",
     "SELECT CAST(log2(max(duration_ns, 1)) AS INTEGER) AS power, count(*) AS n, sum(duration_ns) AS ns FROM gpu GROUP BY power ORDER BY power",
     f"SELECT CAST(ln(max(dur, 1)) / ln(2) + 1e-12 AS INTEGER) AS power, count(*) AS n, sum(dur) AS ns FROM slice WHERE {WORK} GROUP BY power ORDER BY power"),
    (12, "outliers: three times the median",
     """WITH medians AS (SELECT name, percentile(duration_ns, 50) AS median FROM gpu GROUP BY name)
        SELECT g.name, g.duration_ns AS ns FROM gpu g JOIN medians m ON m.name = g.name WHERE g.duration_ns > 3 * m.median
        ORDER BY ns DESC, g.name""",
     f"""WITH k AS (SELECT name, dur, row_number() OVER (PARTITION BY name ORDER BY dur) AS i,
         count(*) OVER (PARTITION BY name) AS n FROM slice WHERE {WORK}),
         medians AS (SELECT name, cast(avg(dur) + 0.5 AS INT) AS median FROM k WHERE i IN ((n + 1) / 2, n / 2 + 1) GROUP BY name)
         SELECT g.name, g.dur AS ns FROM slice g JOIN medians m ON m.name = g.name WHERE g.{WORK} AND g.dur > 3 * m.median
         ORDER BY ns DESC, g.name"""),
    (21, "delay from launch to start",
     "SELECT count(delay_ns) AS n, sum(delay_ns) AS ns, max(delay_ns) AS most FROM gpu",
     f"""SELECT count(*) AS n, sum(k.ts - l.ts - l.dur) AS ns, max(k.ts - l.ts - l.dur) AS most FROM slice k
         JOIN slice l ON {CORRELATION % 'l'} = {CORRELATION % 'k'}
         WHERE k.{WORK} AND l.category IN ('cuda_runtime', 'cuda_driver', 'Runtime')"""),
    (22, "started within 10 µs of the launch",
     "SELECT sum(delay_ns < 10000) AS n FROM gpu",
     f"""SELECT sum(k.ts - l.ts - l.dur < 10000) AS n FROM slice k JOIN slice l ON {CORRELATION % 'l'} = {CORRELATION % 'k'}
         WHERE k.{WORK} AND l.category IN ('cuda_runtime', 'cuda_driver', 'Runtime')"""),
    (23, "calls of the API",
     "SELECT name, count(*) AS n, sum(duration_ns) AS ns, max(duration_ns) AS most FROM slice WHERE kind = 'launch' GROUP BY name ORDER BY name",
     "SELECT name, count(*) AS n, sum(dur) AS ns, max(dur) AS most FROM slice WHERE category IN ('cuda_runtime', 'cuda_driver', 'Runtime') GROUP BY name ORDER BY name"),
    (24, "synchronising calls and what is around them",
     """SELECT l.name, p.name AS within, count(*) AS n, sum(l.duration_ns) AS ns FROM slice l LEFT JOIN slice p ON p.id = l.parent
        WHERE l.kind = 'launch' AND l.name LIKE '%synchronize%' GROUP BY l.name, p.name ORDER BY l.name, p.name""",
     """SELECT l.name, p.name AS within, count(*) AS n, sum(l.dur) AS ns FROM slice l LEFT JOIN slice p ON p.id = l.parent_id
        WHERE l.category IN ('cuda_runtime', 'cuda_driver', 'Runtime') AND l.name LIKE '%synchronize%' GROUP BY l.name, p.name ORDER BY l.name, p.name"""),
    (35, "copies by name",
     "SELECT name, count(*) AS n, sum(duration_ns) AS ns, max(duration_ns) AS most FROM gpu WHERE kind = 'memcpy' GROUP BY name ORDER BY name",
     "SELECT name, count(*) AS n, sum(dur) AS ns, max(dur) AS most FROM slice WHERE category IN ('gpu_memcpy', 'Memcpy') GROUP BY name ORDER BY name"),
    (36, "bytes of copies",
     "SELECT g.name, CAST(sum(a.value) AS INTEGER) AS bytes FROM gpu g, args(g.slice) a WHERE g.kind = 'memcpy' AND a.key = 'bytes' GROUP BY g.name ORDER BY g.name",
     "SELECT name, sum(extract_arg(arg_set_id, 'args.bytes')) AS bytes FROM slice WHERE category IN ('gpu_memcpy', 'Memcpy') AND extract_arg(arg_set_id, 'args.bytes') IS NOT NULL GROUP BY name ORDER BY name"),
    (15, "grids of kernels",
     "SELECT name, substr(grid, 6, instr(grid, ' block') - 6) AS g, count(*) AS n FROM gpu WHERE kind = 'kernel' AND grid IS NOT NULL GROUP BY name, g ORDER BY name, g",
     """SELECT name, '[' || extract_arg(arg_set_id, 'args.grid[0]') || ',' || extract_arg(arg_set_id, 'args.grid[1]') || ',' ||
        extract_arg(arg_set_id, 'args.grid[2]') || ']' AS g, count(*) AS n FROM slice WHERE category IN ('kernel', 'Kernel')
        AND extract_arg(arg_set_id, 'args.grid[0]') IS NOT NULL GROUP BY name, g ORDER BY name, g"""),
    (8, "operators by calls and time",
     "SELECT name, count(*) AS n, sum(duration_ns) AS ns FROM operator GROUP BY name ORDER BY name",
     "SELECT name, count(*) AS n, sum(dur) AS ns FROM slice WHERE category IN ('cpu_op', 'Operator') GROUP BY name ORDER BY name"),
    (25, "launches of more than one activity",
     "SELECT count(*) AS n, sum(k) AS work FROM (SELECT count(*) AS k FROM gpu WHERE launch IS NOT NULL GROUP BY launch HAVING count(*) > 1)",
     f"""SELECT count(*) AS n, sum(k) AS work FROM (SELECT count(*) AS k FROM slice k JOIN slice l
         ON {CORRELATION % 'l'} = {CORRELATION % 'k'} WHERE k.{WORK} AND l.category IN ('cuda_runtime', 'cuda_driver', 'Runtime')
         GROUP BY l.id HAVING count(*) > 1)"""),
    (26, "launches without work",
     """SELECT l.name, count(*) AS n FROM launch l WHERE l.id NOT IN (SELECT launch FROM gpu WHERE launch IS NOT NULL)
        GROUP BY l.name ORDER BY l.name""",
     f"""SELECT l.name, count(*) AS n FROM slice l WHERE l.category IN ('cuda_runtime', 'cuda_driver', 'Runtime') AND
         {CORRELATION % 'l'} IS NOT NULL AND {CORRELATION % 'l'} NOT IN (SELECT {CORRELATION % 'k'} FROM slice k
         WHERE k.{WORK} AND {CORRELATION % 'k'} IS NOT NULL) GROUP BY l.name ORDER BY l.name"""),
    (40, "Python functions",
     "SELECT name, count(*) AS n, sum(duration_ns) AS ns FROM slice WHERE kind = 'python' GROUP BY name ORDER BY name",
     "SELECT name, count(*) AS n, sum(dur) AS ns FROM slice WHERE category = 'python_function' AND NOT (name GLOB 'nn.Module: *') GROUP BY name ORDER BY name"),
]

# by name over all; a range of 1 %, its sum in two ways and by name; launches joined with their work
TIMED = [
    ("group by name", "SELECT name, count(*), sum(duration_ns) FROM gpu GROUP BY name",
     f"SELECT name, count(*), sum(dur) FROM slice WHERE {WORK} GROUP BY name"),
    ("all slices by name", "SELECT name, sum(calls), sum(total_ns) FROM totals GROUP BY name",
     "SELECT name, count(*), sum(dur) FROM slice GROUP BY name"),
    ("range of 1 %", "SELECT sum(calls), sum(total_ns) FROM totals({from_}, {to})",
     "SELECT count(*), sum(dur) FROM slice WHERE ts >= {start} + {from_} AND ts < {start} + {to}"),
    ("range of 1 %, row by row", "SELECT count(*), sum(duration_ns) FROM slice WHERE start_ns >= {from_} AND start_ns < {to}",
     "SELECT count(*), sum(dur) FROM slice WHERE ts >= {start} + {from_} AND ts < {start} + {to}"),
    ("by name in the range", "SELECT name, sum(calls), sum(total_ns) AS ns FROM totals({from_}, {to}) GROUP BY name ORDER BY ns DESC",
     "SELECT name, count(*), sum(dur) AS ns FROM slice WHERE ts >= {start} + {from_} AND ts < {start} + {to} GROUP BY name ORDER BY ns DESC"),
    ("launches with work", "SELECT count(*), sum(g.start_ns - l.end_ns) FROM gpu g JOIN launch l ON l.id = g.launch",
     f"""SELECT count(*), sum(k.ts - l.ts - l.dur) FROM (SELECT ts, {CORRELATION % 'slice'} AS c FROM slice WHERE {WORK}) k
         JOIN (SELECT ts, dur, {CORRELATION % 'slice'} AS c FROM slice WHERE category IN ('cuda_runtime', 'cuda_driver', 'Runtime')) l USING (c)"""),
]


def run(command):
    begin = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return done.stdout, time.monotonic() - begin


def ours(program, trace, sql):
    return [program, "sql", trace, sql, "--csv", "--rows", "10000000"]


def theirs(program, trace, sql):
    # a file for a query: the option -Q is not in all versions
    with tempfile.NamedTemporaryFile("w", suffix=".sql", delete=False) as file:
        file.write(sql)
    return [program, "-q", file.name, trace]


def cells(text):
    def cell(one):
        if one in ("", "[NULL]", "NULL"):
            return None
        try:
            return round(float(one), 6)
        except ValueError:
            return one
    rows = list(csv.reader(io.StringIO(text)))
    return [[cell(one) for one in row] if row else [None] for row in rows[1:]]  # a lone NULL is an empty line


def compare(program, processor, trace):
    differences = 0
    for number, question, mine, other in QUESTIONS:
        a = cells(run(ours(program, trace, mine))[0])
        b = cells(run(theirs(processor, trace, other))[0])
        only_a = [row for row in a if row not in b]
        only_b = [row for row in b if row not in a]
        equal = not only_a and not only_b and len(a) == len(b)
        differences += not equal
        print(f"{number:3} {question}: {'equal' if equal else 'DIFFERENT'}, {len(a)} and {len(b)} rows")
        for row in only_a[:3]:
            print("      ours  ", row)
        for row in only_b[:3]:
            print("      theirs", row)
    return differences


def peak(command):
    with open(os.devnull, "w") as nowhere:
        process = subprocess.Popen(command, stdout=nowhere, stderr=nowhere)
        _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_maxrss / 1024


class Server:
    """Our program with the trace open, asked over the Model Context Protocol."""

    def __init__(self, program, trace):
        self.trace = trace
        folder = os.path.dirname(os.path.abspath(trace))
        self.process = subprocess.Popen([program, "mcp", "--root", folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.call("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "perfetto.py", "version": "1"}})

    def call(self, method, params):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        begin = time.monotonic()
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return answer, time.monotonic() - begin

    def alone(self, sql, rounds=9):
        def once():
            answer, taken = self.call("tools/call", {"name": "sql", "arguments": {"files": [os.path.abspath(self.trace)], "query": sql}})
            if answer["result"].get("isError"):
                sys.exit(f"{sql}\n{answer}")
            return taken
        once()  # what the question needs is made once
        return min(once() for _ in range(rounds))


def times(program, processor, trace, rounds=3):
    span = cells(run(ours(program, trace, "SELECT max(end_ns) FROM slice"))[0])[0][0]
    start = int(cells(run(theirs(processor, trace, "SELECT min(ts) AS t FROM slice"))[0])[0][0])
    place = {"from_": int(span * 0.5), "to": int(span * 0.51), "start": start}
    server = Server(program, trace)
    nothing = server.alone("SELECT 1")
    print(f"with opening: medians of {rounds} in turns")
    for name, mine, other in TIMED:
        a, b, alone = [], [], []
        for _ in range(rounds):
            a.append(run(ours(program, trace, mine.format(**place)))[1])
            begin = time.monotonic()
            done = subprocess.run(theirs(processor, trace, other.format(**place)), capture_output=True, text=True)
            b.append(time.monotonic() - begin)
            alone.append(int(done.stderr.split("Query execution time:")[1].split()[0]))
        own = max(server.alone(mine.format(**place)) - nothing, 1e-6) * 1000
        print(f"{name}: {statistics.median(a):.3f} s, {statistics.median(b):.3f} s, {statistics.median(b) / statistics.median(a):.1f} x; "
              f"alone {own:.2f} ms, {min(alone)} ms, {min(alone) / own:.1f} x", flush=True)
    server.process.stdin.close()
    a, b = (peak(one) for one in (ours(program, trace, TIMED[0][1]), theirs(processor, trace, TIMED[0][2])))
    print(f"peak: {a:.0f} MB, {b:.0f} MB, {a / b:.2f}")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    if "--times" in sys.argv:
        times(*sys.argv[1:4])
    else:
        sys.exit(1 if compare(*sys.argv[1:4]) else 0)
