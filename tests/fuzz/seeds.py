#!/usr/bin/env python3
"""Small files of a binary format that a fuzzer begins with.

usage: seeds.py READER FOLDER     READER: xplane, perfetto, ncu-rep; of others there are none
"""
import pathlib, struct, sys, zlib


def varint(n):
    out = b""
    while True:
        low, n = n & 127, n >> 7
        if not n:
            return out + bytes([low])
        out += bytes([low | 128])


def num(field, n):
    return varint(field << 3) + varint(n)


def msg(field, *parts):
    body = b"".join(p.encode() if isinstance(p, str) else p for p in parts)
    return varint(field << 3 | 2) + varint(len(body)) + body


def fixed(field, n):
    return varint(field << 3 | 1) + struct.pack("<Q", n)


def real(field, x):
    return varint(field << 3 | 1) + struct.pack("<d", x)


def names(field, texts):
    return b"".join(msg(field, num(1, i), msg(2, num(1, i), msg(2, text), *more)) for i, text, *more in texts)


def xplane():
    stats = [(1, "correlation_id"), (2, "kernel_details"), (3, "memcpy_details"), (4, "hlo_op"), (5, "hlo_module"),
             (6, "jit_f"), (7, "regs:3 grid:8,1,1 block:128,1,1"), (8, "step_num"), (9, "gpu_device_name"), (10, "power")]
    kernel = msg(4, num(1, 1), num(2, 2_000_000), num(3, 1_500_333), msg(4, num(1, 1), num(3, 7)),
                 msg(4, num(1, 2), num(7, 7)), msg(4, num(1, 4), msg(5, "fusion.1")), msg(4, num(1, 5), num(7, 6)))
    copy = msg(4, num(1, 2), num(2, 5_000_000), num(3, 1000), msg(4, num(1, 3), msg(5, "size:64")))
    sample = msg(4, num(1, 3), num(2, 9), msg(4, num(1, 10), real(2, 1.5)))
    gpu = msg(1, num(1, 1), msg(2, "/device:GPU:0"),
              msg(3, num(1, 14), msg(2, "Stream #14(Compute,MemcpyH2D)"), num(3, 1000), kernel, copy, kernel),
              msg(3, msg(2, "XLA Ops"), kernel), msg(3, msg(2, "_counters_"), sample),
              msg(3, msg(2, "Steps"), msg(4, num(1, 4), num(2, 9), num(3, 10_000))),
              names(4, [(1, "fusion"), (2, "MemcpyH2D"), (3, "power"), (4, "3")]), names(5, stats),
              msg(6, num(1, 9), msg(5, "H100")))
    call = msg(4, num(1, 1), num(2, 1000), num(3, 9000), msg(4, num(1, 1), num(4, 7)))
    step = msg(4, num(1, 2), num(2, 1000), num(3, 9_000_000), msg(4, num(1, 8), num(4, 3)))
    host = msg(1, msg(2, "/host:CPU"), msg(3, num(1, 77), msg(2, "python"), num(3, 900), step, call),
               names(4, [(1, "cuLaunchKernel"), (2, "train")]), names(5, stats))
    op = lambda i, at, long: msg(4, num(1, i), num(2, at), num(3, long))
    tpu = msg(1, msg(2, "/device:TPU:0"), msg(3, msg(2, "XLA Ops"), op(1, 0, 9000), op(2, 1000, 2000), op(2, 4000, 2000)),
              names(4, [(1, "%while", msg(4, "while")), (2, "%fusion", msg(4, "fusion"))]))
    return [gpu + host + msg(4, "host"), tpu, host + msg(2, "error") + msg(3, "warning")]


def perfetto():
    packet = lambda *parts: msg(1, *parts)
    clock = packet(msg(6, msg(1, num(1, 6), num(2, 1000)), msg(1, num(1, 64), num(2, 5), num(3, 1), num(4, 1000))), num(10, 2))
    tracks = (packet(msg(60, num(1, 1), msg(3, num(1, 42), msg(6, "app"))), num(10, 2)) +
              packet(msg(60, num(1, 2), num(5, 1), msg(4, num(1, 42), num(2, 43), msg(5, "main"))), num(10, 2)) +
              packet(msg(60, num(1, 3), num(5, 1), msg(2, "COMPUTE AGENT [4] QUEUE [0] (GPU)")), num(10, 2)) +
              packet(msg(60, num(1, 4), num(5, 1), msg(2, "COPY to AGENT [1] THREAD [0] (CPU)")), num(10, 2)) +
              packet(msg(60, num(1, 5), num(5, 1), msg(2, "BYTES"), msg(8, num(3, 3), num(4, 1024))), num(10, 2)) +
              packet(msg(60, num(1, 6), num(5, 3), msg(2, "COMPUTE AGENT [4] QUEUE [0] (GPU)")), num(10, 2)))
    words = ["begin_ns", "end_ns", "agent", "corr_id", "src_agent", "dst_agent", "copy_bytes", "metadata", "device", "stream"]
    interned = msg(12, *[msg(1, num(1, i + 1), msg(2, c)) for i, c in enumerate(["hip_api", "kernel_dispatch", "memory_copy"])],
                   *[msg(2, num(1, i + 1), msg(2, n)) for i, n in enumerate(["hipLaunchKernel", "gemm", "MEMORY_COPY_DEVICE_TO_HOST"])],
                   *[msg(3, num(1, i + 1), msg(2, w)) for i, w in enumerate(words)], msg(29, num(1, 1), msg(2, "text")))

    def event(time, *parts, more=b"", flags=2):
        return packet(num(8, time), num(58, 6), msg(11, *parts), more, num(13, flags), num(10, 2), num(79, 42))

    arg = lambda i, n: msg(4, num(1, i), num(3, n))
    body = (event(10, num(9, 1), num(3, 1), num(10, 1), num(11, 2), arg(1, 10), arg(2, 20), arg(4, 7), fixed(47, 99), more=interned, flags=3) +
            event(20, num(9, 2), num(11, 2)) +
            event(30, num(9, 1), num(3, 2), num(10, 2), num(11, 3), arg(3, 4), arg(4, 7)) + event(40, num(9, 2), num(11, 3)) +
            event(50, num(9, 1), num(3, 3), num(10, 3), num(11, 4), arg(5, 4), arg(6, 1), arg(7, 64)) + event(60, num(9, 2), num(11, 4)) +
            event(50, num(9, 4), num(11, 5), num(30, 7)) + event(55, num(9, 4), num(11, 5), real(44, 7)) +
            event(70, num(9, 3), num(11, 2), msg(23, "mark"), msg(22, "app")) +
            event(80, num(9, 1), msg(23, "k"), num(11, 6), msg(4, msg(10, "metadata"), msg(6, '"device": 0, "stream": 7, "grid": [1, 2, 3]'))) +
            event(90, num(9, 2), num(11, 6)) + packet(num(8, 3), num(58, 64), msg(11, num(9, 3), num(11, 2)), num(10, 2)) +
            packet(msg(35, msg(1, num(18, 3)))) + packet(msg(59, msg(11, num(11, 2)), num(58, 64)), num(10, 2)) +
            packet(msg(2, msg(1, num(1, 42), msg(3, "app")), msg(2, num(1, 43), msg(2, "main"), num(3, 42)))))
    whole = clock + tracks + body
    return [whole, packet(msg(50, zlib.compress(whole))), tracks + packet(msg(1, "x"))]


def ncu_report():
    sized = lambda body: struct.pack("<I", len(body)) + body
    size = lambda field, *n: msg(field, *[num(i + 1, k) for i, k in enumerate(n)])
    names = ["gpu__time_duration.sum", "dram__bytes.sum.per_second", "launch__func_cache_config"]
    metric = lambda i, value: msg(13, num(1, i), msg(2, value))
    section = msg(17, msg(1, "SpeedOfLight"), msg(2, "GPU Speed Of Light"), num(3, 10),
                  msg(4, msg(2, msg(1, names[0]), msg(2, "Duration")), msg(2, msg(1, "x"), msg(2, "Rate"), msg(7, msg(1, names[1])))))
    rule = msg(19, msg(1, "Stall"), msg(2, "Stall"), msg(4, "SpeedOfLight"),
               msg(3, msg(1, msg(1, msg(1, "see @url:Guide:https://a@ and @section:A:B@"), num(2, 4)), msg(10, num(1, 1), real(2, 9.5)))))
    kernel = (msg(6, "gemm") + msg(7, "gemm<int>()") + size(10, 8, 1, 1) + size(11, 256, 1, 1) + metric(0, real(3, 12500.0)) +
              metric(1, num(5, 10**12)) + metric(2, msg(1, "None")) + section + rule + num(22, 1) + num(23, 7))
    ranged = num(1, 1) + msg(4, num(1, 0), msg(2, real(3, 2000.0))) + msg(7, msg(2, "S"), msg(4, msg(2, msg(1, names[0]))))
    payload = sized(b"source") + sized(kernel) + sized(ranged)
    session = msg(3, num(2, 1_700_000_000), msg(6, num(1, 0), msg(2, "H100")), msg(8, msg(1, "Version"), msg(2, "2024")))
    table = msg(4, *[msg(1, n) for n in names])
    block = sized(num(1, 1) + num(2, 1) + session + table + num(5, len(payload)) + msg(6, num(1, 9), msg(3, "app")) + num(7, 1)) + payload
    return [b"NVR\0" + sized(num(1, 7)) + block]


reader, folder = sys.argv[1], pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
for i, content in enumerate({"xplane": xplane, "perfetto": perfetto, "ncu-rep": ncu_report}.get(reader, list)()):
    (folder / f"seed{i}").write_bytes(content)
