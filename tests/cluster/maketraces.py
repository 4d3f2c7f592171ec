#!/usr/bin/env python3
"""Traces of a made-up job for the cluster test: every step three kernels and one all-reduce of all ranks; rank 41
computes longer. usage: maketraces.py FOLDER RANKS STEPS"""
import gzip
import json
import os
import random
import sys

folder, ranks, steps = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
os.makedirs(folder, exist_ok=True)
random.seed(7)
events = [[] for _ in range(ranks)]
free = [0.0] * ranks
correlation = 0
for step in range(steps):
    begins = list(free)
    starts = []
    for rank in range(ranks):
        for name in ("sm90_gemm_bf16", "flash_fwd_kernel", "layer_norm_kernel"):
            correlation += 1
            took = random.uniform(95, 105) * (1.5 if rank == 41 and name == "sm90_gemm_bf16" else 1)
            launch = free[rank] + 0.5
            events[rank].append({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1,
                                 "ts": launch - 0.4, "dur": 0.2, "args": {"correlation": correlation}})
            events[rank].append({"ph": "X", "cat": "kernel", "name": name, "pid": 0, "tid": 7, "ts": launch,
                                 "dur": took, "args": {"device": 0, "stream": 7, "correlation": correlation}})
            free[rank] = launch + took
        starts.append(free[rank] + 1)
    end = max(starts) + random.uniform(39, 41)
    for rank in range(ranks):
        correlation += 1
        events[rank].append({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1,
                             "ts": starts[rank] - 0.4, "dur": 0.2, "args": {"correlation": correlation}})
        events[rank].append({
            "ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "pid": 0, "tid": 7,
            "ts": starts[rank], "dur": end - starts[rank],
            "args": {"device": 0, "stream": 7, "correlation": correlation, "Collective name": "allreduce",
                     "dtype": "Float", "In msg nelems": 262144, "Out msg nelems": 262144, "Group size": ranks,
                     "Process Group Name": "0", "Seq": step}})
        free[rank] = end + 5
        events[rank].append({"ph": "X", "cat": "user_annotation", "name": f"ProfilerStep#{step}", "pid": 1, "tid": 1,
                             "ts": begins[rank], "dur": end + 2 - begins[rank]})
for rank in range(ranks):
    clock = random.uniform(-1e7, 1e7)  # µs
    for event in events[rank]:
        event["ts"] = round(event["ts"] + clock + 2e7, 3)
        event["dur"] = round(event["dur"], 3)
    with gzip.open(os.path.join(folder, f"rank-{rank:03}.pt.trace.json.gz"), "wt", compresslevel=1) as out:
        json.dump({"schemaVersion": 1, "baseTimeNanoseconds": 1700000000000000000,
                   "distributedInfo": {"rank": rank, "world_size": ranks}, "traceEvents": events[rank]}, out)
