#!/usr/bin/env python3
"""What vLLM's gputrc2graph.py computes from a cuda_gpu_trace CSV, step by step as it does it, to compare speeds.

usage: pandas_sweep.py TRACE.csv OUT.csv      (needs python3-pandas)

Reads five columns, sorts by start, walks over the rows with a running end (a row that begins before it counts only what
reaches beyond it), and sums times per kernel name.
"""
import sys
import time

import pandas

START, DURATION, END, ELAPSED = "Start (ns)", "Duration (ns)", "End (ns)", "Elapsed Time (ns)"
pandas.options.mode.copy_on_write = True


def sweep(rows):
    rows = rows.sort_values(by=START).reset_index(drop=True)
    rows[ELAPSED] = rows[DURATION]
    starts = rows[START].values
    ends = rows[END].values
    running = ends[0]
    percent = max(1, len(rows) // 100)
    for i in range(1, len(rows)):
        if i % percent == 0:
            print(f"{i // percent} %", end="\r")
        if starts[i] > running:
            running = ends[i]
        elif ends[i] > running:
            rows.iloc[i, rows.columns.get_loc(ELAPSED)] = ends[i] - running
            running = ends[i]
        else:
            rows.iloc[i, rows.columns.get_loc(ELAPSED)] = 0
    return rows


def main():
    begin = time.time()
    rows = pandas.read_csv(sys.argv[1], usecols=[START, DURATION, "Device", "Strm", "Name"])
    rows[END] = rows[START] + rows[DURATION]
    read = time.time()
    rows = sweep(rows)
    swept = time.time()
    rows["Instances"] = 1
    sums = rows.groupby("Name", as_index=False).agg({ELAPSED: "sum", DURATION: "sum", "Instances": "size"})
    sums.sort_values(by=ELAPSED, ascending=False).to_csv(sys.argv[2], index=False)
    print(f"read {read - begin:.2f} s, sweep {swept - read:.2f} s, all {time.time() - begin:.2f} s")


main()
