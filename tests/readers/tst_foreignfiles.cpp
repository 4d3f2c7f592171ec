#include "core/readers/foreignfiles.h"
#include "tests/support/packed.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <random>

namespace tst_foreignfiles {

using namespace ws;
using namespace ws::test;

namespace {

/// The error of loading a file of that content; empty: it was read.
std::string refusalOf(std::string_view content, const char *name)
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QString::fromLatin1(name)));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(content.data(), static_cast<qint64>(content.size()));
    file.close();
    Progress progress;
    const auto loaded = loadRun(file.fileName(), progress);
    return loaded.ok() ? std::string() : loaded.error().message.toStdString();
}

} // namespace

TEST(ForeignFiles, areRefusedByTheNameOfTheirTool)
{
    using namespace std::string_view_literals;
    const std::tuple<std::string_view, const char *, const char *> files[] = {
        {R"({"config": {"common_config": {"activities": ["ProfilerActivity.NPU"]}}, "rank_id": 0})",
         "profiler_info_0.json", "Ascend"},
        {"\x80\x04\x95\x0a\0\0\0\0\0\0\0}\x94\x8c\x08segments\x94]s."sv, "snapshot.pickle", "PyTorch"},
        {R"({"schema":"1.0.1","nodes":[{"name":"n","id":2,"rf_id":0,"fw_parent":0}]})", "et.json", "execution trace"},
        {"[12] python@127.0.0.1\n  gemm (2, 64, 1)x(384, 1, 1), Device 0, CC 9.0, Invocations 3\n"
         "    Section: GPU Speed Of Light Throughput\n    Metric Name Metric Unit Minimum Maximum Average\n"sv,
         "summary.txt", "Nsight Compute (--print-summary)"},
    };
    for (const auto &[content, name, tool] : files) {
        const std::string refusal = refusalOf(content, name);
        EXPECT_NE(refusal.find(tool), std::string::npos) << name << ": " << refusal;
        EXPECT_NE(refusal.find("It cannot be read: "), std::string::npos) << "what to do instead: " << refusal;
    }
}

TEST(ForeignFiles, eachIsRefusedWithAWayToAFileThatOpens)
{
    using namespace std::string_view_literals;
    const std::tuple<std::string_view, const char *, const char *, const char *> files[] = {
        {R"("CodeObj","Vaddr","Instruction","Hitcount","Latency","Stall","Idle","Source")"
         "\n1,18432,\"s_nop 0\",0,0,0,0,\"\"\n"sv,
         "stats_ui_output_agent_1_dispatch_1.csv", "thread trace", "rocprofv3 --sys-trace"},
        {R"({"duration":40196,"name":"SE0","num_insts":2,"num_stitched":2,"wave":{"begin":1}})"sv,
         "se0_sm0_sl0_wv0.json", "thread trace", "rocprofv3 --sys-trace"},
        {"Dispatch_ID,Kernel_Name,GPU_ID\n0,fill,0\n"sv, "pmc_dispatch_info.csv", "rocprof-compute", "pmc_perf.csv"},
        {"device,HBMBw,HBMBwLow\n0,1,2\n"sv, "roofline.csv", "rocprof-compute", "pmc_perf.csv"},
        {"workload_name,command,ip_blocks\na,b,c\n"sv, "sysinfo.csv", "rocprof-compute", "pmc_perf.csv"},
        {"PERFILE2h\0\0\0"sv, "perf.data", "Linux perf", "nsys profile"},
        {"tlZ\x04\x10\0\0"sv, "game.tracy", "Tracy", "rocprofv3 --sys-trace --output-format json"},
        {"tracy\0\x0b\0"sv, "game.tracy", "Tracy", "export_chrome_trace"},
        {"RDOC\0\0\x01"sv, "frame.rdc", "RenderDoc", "nsys profile"},
        {"B00P\0\0\x01"sv, "run.rgp", "Radeon GPU Profiler", "rocprofv3"},
        {"\x89HDF\r\n\x1a\n\0"sv, "report.h5", "HDF5", "nsys export --type sqlite"},
        {"PAR1\x15\0\x15"sv, "kernels.parquet", "Parquet", "nsys export --type sqlite"},
        {"ARROW1\0\0"sv, "report.arrow", "Arrow", "nsys export --type sqlite"},
        {"\x93NUMPY\x01\0v\0{'descr'"sv, "a.npy", "NumPy", "torch.profiler"},
        {"ftrt\0\0\x01"sv, "model.engine", "engine of TensorRT", "trtexec --loadEngine=FILE --exportProfile"},
        {"ptrt\0\0\x01"sv, "model.plan", "engine of TensorRT", "--exportProfile=profile.json"},
        {"GGUF\x03\0\0\0"sv, "llama.gguf", "GGUF", "nsys profile"},
        {"\x7f"
         "ELF\x02\x01\x01\0"sv,
         "core.1234", "core dump", "nsys profile"},
        {"%PDF-1.7\n%\xe2\xe3"sv, "report.pdf", "PDF", "CSV"},
        {"\x89PNG\r\n\x1a\n\0\0"sv, "screen.png", "picture", "CSV"},
        {"\xff\xd8\xff\xe0\0\x10JFIF"sv, "screen.jpg", "picture", "CSV"},
        {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0"sv, "table.xls", "Office", "CSV"},
        {"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."sv, "old.pt", "torch.save", "torch.profiler"},
        {"\x28\0\0\0\0\0\0\0{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}\0\0"sv, "w.safetensors",
         "safetensors", "torch.profiler"},
        {"\x18\0\0\0\0\0\0\0\xa3\x7f\x4b\x22\x09\0\0\xc0\x1a\0\0\0\x1a\x0d"
         "brain.Event:2"sv,
         "events.out.tfevents.1700000000.host", "TensorBoard", "plugins/profile/RUN"},
        {"\x08\x08\x12\x07pytorch\x1a\0"sv, "model.onnx", "ONNX", "enable_profiling"},
        {"\x01\0nvvp"sv, "run.nvvp", "Visual Profiler", "nvprof -i FILE --print-gpu-trace --csv"},
        {"\x01\0\x02"sv, "frame.ngfx-capture", "Nsight Graphics", "nsys profile"},
        {"\x01\0\x02"sv, "run.qdstrm", "Nsight Systems", "QdstrmImporter -i FILE"},
        {"\0\0\x01"sv, "trace.etl", "Windows", "nsys profile"},
        {"\x01\0\x02"sv, "r000hs.vtune", "VTune", "unitrace --chrome-kernel-logging"},
        {"\x01\0\x02"sv, "traces.otf2", "OTF2", "--output-format json"},
        {"\x01\0\x02"sv, "traces.otf2", "OTF2", "Score-P or another tool"},
        {"\x17\x08\x44tracing6\0\0"sv, "trace.dat", "trace-cmd", "nsys profile"},
        {"FLR\0\0\x02\0"sv, "run.jfr", "Java", "nsys profile"},
        {"gmon\x01\0\0\0"sv, "gmon.out", "gprof", "nsys profile"},
        {"memray\0\x0c\0"sv, "memray.bin", "memray", "export_chrome_trace"},
        {"HPCPROF-metadb__\x04\0"sv, "meta.db", "HPCToolkit", "nsys profile"},
        {"h{\x14\0"sv, "run.hltv", "Gaudi", "export_chrome_trace"},
        {"NTFF\0\x01"sv, "run.ntff", "AWS Neuron", "--output-format perfetto"},
        {"\0\0pva"sv, "profile.pop", "PopVision", "torch.profiler"},
        {"\x0a\x04\x08\x01\x10\x02\x12\0\x32\x05space\x32\x05"
         "bytes\x32\x0b"
         "allocations"sv,
         "memory.pb.gz", "a profile of memory for pprof", "nsys profile"},
        {R"({"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"py-spy@0.3"})", "s.json",
         "Python code", "--format chrometrace"},
        {R"({"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"other"})", "s.json",
         "speedscope", "it was made from"},
        {R"({"alloc_samples":0,"elapsed_time_sec":3.2,"files":{}})", "scalene.json", "Python code", "torch.profiler"},
        {R"({"session":{"sample_count":3,"start_call_stack":[]},"frame_tree":{}})", "p.json", "Python code",
         "torch.profiler"},
        {R"({"data":[[1.5,0]],"columns":["time","path"],"column_metadata":[{"is_value":true}]})", "c.json", "Caliper",
         "nsys profile"},
        {"__rec=node,id=18,attr=10,data=65,parent=2\n", "app.cali", "Caliper", "nsys profile"},
        {"<?xml version=\"1.0\"?>\n<HPCToolkitExperiment version=\"2.0\">\n", "experiment.xml", "HPCToolkit",
         "nsys profile"},
        {"# callgrind format\nversion: 1\ncreator: callgrind-3.18\n", "callgrind.out.1", "callgrind", "nsys profile"},
        {"desc: (none)\ncmd: ./a\ntime_unit: i\n#-----------\nsnapshot=0\n", "massif.out.1", "massif", "nsys profile"},
        {"python 12 [001] 12.5:  250000 cycles:u: \n\tffff8104 f ([kernel.kallsyms])\n", "perf.txt", "perf script",
         "nsys profile"},
        {"Function\tCPU Time\tCPU Time:Effective Time\nmain\t9.01\t9.0\n", "hotspots.csv", "VTune",
         "unitrace --chrome-kernel-logging"},
        {"5 templated_functions_MULTI_TIME\n# Name Calls Subrs Excl Incl ProfileCalls # \n\"main\" 1 4 7 9 0\n",
         "profile.0.0.0", "TAU", "nsys profile"},
        {"| REAL-CLOCK TIMER (I.E. WALL-CLOCK TIMER) |\n| LABEL | COUNT | SUM |\n| >>> main | 1 | 2.5 |\n",
         "wall_clock.txt", "rocprof-sys", "perfetto-trace-*.proto"},
        {"# gpu    pwr  gtemp     sm    mem\n# Idx      W      C      %      %\n    0     45     38     12      3\n",
         "dmon.txt", "nvidia-smi", "nsys profile"},
        {"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 218501120\n", "trace.sqlite", "Git LFS",
         "git lfs pull"},
        {"Flat profile:\n\nEach sample counts as 0.01 seconds.\n", "profile.txt", "gprof", "nsys profile"},
        {"timestamp, index, utilization.gpu [%]\n2026/01/01 10:00:00.000, 0, 45 %\n", "smi.csv", "nvidia-smi",
         "nsys profile"},
        {"Iteration Report\nIteration,Op ID,Op Name,Direction\n0,C_1,/m,fprop\n", "dlprof_iteration.csv", "DLProf",
         "nsys_profile.sqlite"},
        {"All Iterations\nOp ID,Op Name,Direction\nC_1,/m,fprop\n", "dlprof_detailed.csv", "DLProf",
         "nsys_profile.sqlite"},
        {"\x0a\0\x02"sv, "module_0001.hlo.pb", "HLO", "plugins/profile/RUN"},
        {"\x01\0\x02"sv, "rank0.et", "Chakra", "torch.profiler"},
        {"\x0a\x04\x08\x01\x10\x02\x12\0"sv, "cpu.pb.gz", "pprof", "nsys profile"},
        {"\xe3\0\0\0"sv, "run.prof", "cProfile", "--format chrometrace"},
        {"\x5a\x5a\0\x01"sv, "stars_soc.data.0.slice_0", "msprof", "msprof --export=on"},
        {"HloModule jit_f, entry_computation_layout={(f32[8])->f32[8]}\n\nENTRY main {\n}\n", "module.txt", "HLO",
         "plugins/profile/RUN"},
        {"<?xml version=\"1.0\" standalone=\"no\"?>\n<svg version=\"1.1\" width=\"1200\"></svg>\n", "flame.svg", "SVG",
         "py-spy record --format chrometrace"},
        {"main;run;step 12\nmain;run;load 3\n", "stacks.txt", "flame graph", "chrometrace"},
        {"<!DOCTYPE html>\n<html><body>A report.</body></html>\n", "report.html", "web page", "CSV"},
        {"#Paraver (01/01/2026 at 10:00):100_ns:1(4):1:1(1:1)\n", "run.prv", "Paraver", "nsys export"},
        {R"({"meta":{"preprocessedProfileVersion":47},"threads":[]})", "samply.json", "Firefox Profiler",
         "nsys profile"},
        {R"T([{"Start(sec)": 3.9, "Duration(nsec)": 520, "CorrId": 2, "Strm": 7, "Name": "gemm"}])T", "trace.json",
         "nsys stats in JSON", "--format csv"},
        {R"T([{"Time (%)": 3.9, "Total Time (ns)": 520, "Instances": 2, "Name": "gemm"}])T", "sums.json",
         "nsys stats in JSON", "--format csv"},
        {"Kernel Report\nKernel Name,Op ID,Op Name,Direction,Uses TC\n\"k\",\"C_1\"\n", "dlprof_kernel.csv", "DLProf",
         "nsys_profile.sqlite"},
        {"==PROF== Connected to process 7\n==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n", "ncu.txt",
         "ERR_NVGPUCTRPERM", "run ncu as root"},
        {"Op Name,Op Type,Task Duration(us),Block Dim,Mix Block Dim,Device Id,Pid\nadd,vector,9.2,8,NA,0,7\n",
         "OpBasicInfo.csv", "msprof op", "op_summary_*.csv"},
        {"block_id,sub_block_id,aic_time(us),aic_total_cycles\n0,cube0,1.5,2700\n", "PipeUtilization.csv", "msprof op",
         "msprof --output="},
        {"&&&& RUNNING TensorRT.trtexec [TensorRT v100900] [b34] # trtexec --onnx=a.onnx\n[12/13/2025-21:24:34] [I] "
         "Throughput: 2888.92 qps\n",
         "trtexec.txt", "trtexec without times of layers", "--dumpProfile"},
        {"Device profiling | 1 Hostnames | 1 Processes | 1 Threads | 1 Devices | \n\n Name | Time | Time(%) | Calls |\n"
         " gemm | 818.72us | 93.87% | 1 |\n",
         "iprof.txt", "THAPI's iprof", "unitrace --chrome-kernel-logging"},
        {"Hottest GPU Computing Tasks\nComputing Task  Total Time\n--------------  ----------\ngemm  0.001s\n",
         "summary.txt", "VTune", "unitrace --chrome-kernel-logging"},
        {"Index,KernelName,gpu-id,queue-id,grd,sig,obj\n0,\"gemm.kd\",0,0,262144,0x0,0x1\n", "results.csv",
         "rocprof (v1) without the times of its kernels", "rocprof --timestamp on"},
        {"         6 function calls (5 primitive calls) in 22.006 seconds\n\n   Ordered by: standard name\n\n"
         "   ncalls  tottime  percall  cumtime  percall filename:lineno(function)\n"
         "        1    0.000    0.000    0.000    0.000 a.py:1(<module>)\n",
         "profile.txt", "Python's cProfile", "torch.profiler"},
        {R"({"Layers": [{"Name": "conv"}], "Bindings": ["x"]})", "layers.json", "TensorRT", "--exportProfile"},
        {"julia> CUDA.@profile sin.(a)\nProfiler ran for 11.93 ms, capturing 8 events.\n\nHost-side activity: calling "
         "CUDA "
         "APIs took 437.26 us\n==ERROR== ERR_NVGPUCTRPERM - of another section\n",
         "profiling.md", "CUDA.jl's profiler", "external=true"},
        {"name | cuda_time_us | pct_cuda_... | invocations\n====\nLlama | 31788.89 | 97.33 | 1.00\n|- Model | 5 | 1 | "
         "1\n",
         "table.txt", "print_layerwise_table.py", "--json"},
        {"0.1 Top Kernels\n| Kernel_Name | Count | Sum(ns) | Mean(ns) | Median(ns) | Pct |\n| a | 1 | 2 | 2 | 2 | 100 "
         "|\n",
         "top.txt", "rocprof-compute (omniperf)", "pmc_perf.csv"},
        {"| Count | Avg-Duration | Percentage | LDS Bank Conflicts | Kernel |\n", "i.txt", "IntelliPerf", "rocprofv3"},
        {"------------------------->     Profiling Report     <-------------------------\nEvent  Calls\n", "p.txt",
         "PaddlePaddle's first profiler", "export_chrome_tracing"},
        {"#  out-of-place   in-place\n# size count time algbw busbw #wrong time algbw busbw\n8 2 1.5 0.1 0.1 0\n",
         "n.txt", "nccl-tests", "nsys profile"},
        {"Comm. Op  Message Size  Count  Total Latency(ms)\nbroadcast\n", "c.txt", "DeepSpeed's log of communication",
         "torch.profiler"},
        {"llama_print_timings: eval time = 424.86 ms / 6 runs\n", "l.txt", "llama.cpp", "nsys profile"},
        {"===== Serving Benchmark Result =====\nBenchmark duration (s): 20.87\n", "s.log", "benchmark of serving",
         "nsys profile"},
        {"MLPerf Results Summary\nScenario : Offline\n", "m.txt", "summary of MLPerf", "nsys profile"},
        {"KERNEL STATISTICS (GPU)\n| Kernel | Calls | Total(s) |\n", "peak.txt", "PEAK", "nsys profile"},
    };
    for (const auto &[content, name, tool, way] : files) {
        const std::string refusal = refusalOf(content, name);
        EXPECT_NE(refusal.find(tool), std::string::npos) << name << ": " << refusal;
        EXPECT_NE(refusal.find("It cannot be read: "), std::string::npos) << name << ": " << refusal;
        EXPECT_NE(refusal.find(way), std::string::npos) << name << ": " << refusal;
    }
}

TEST(ForeignFiles, textThatOnlyBeginsLikeAFileOfAToolIsStillSearchedForTables)
{
    const std::string table = R"(
GPU time of tracy runs, RDOC and PAR1 aside
 Time (%)  Total Time (ns)  Instances   Name
 --------  ---------------  ---------  ------
     33.7        868195826      14112  gemm
)";
    for (const char *start : {"tracy is the name of the program\n", "PAR1\n", "<html><pre>\n", "HloModule main\n",
                              "&&&& RUNNING TensorRT.trtexec [TensorRT v8601]\n", "Hottest GPU Computing Tasks\n",
                              "Serving Benchmark Result\n", "MLPerf Results Summary\nScenario : Offline\n",
                              "llama_print_timings: eval time = 4 ms\n"})
        EXPECT_EQ(refusalOf(start + table, "log.txt"), "") << start;
    EXPECT_EQ(refusalOf("ratio;value\n1;2 3\nx\n", "a.txt").find("flame graph"), std::string::npos);
    const std::string log = refusalOf("[01/16/2023-21:22:10] [TRT] [I] Loaded engine size: 12 MiB\n", "log.txt");
    EXPECT_NE(log.find("text without a profiler table"), std::string::npos) << log;
    EXPECT_EQ(refusalOf("[01/16/2023-21:22:10] [TRT] [I] Loaded\n" + table, "log.txt"), "");
    for (const char *badge : {"[![build](https://a.b/badge.svg)](https://a.b)\n", "[Docs](https://a.b)\n",
                              "[**中文**](./README_CN.md)\n"}) {
        const std::string readme = refusalOf(std::string(badge) + "# A program\n", "README.md");
        EXPECT_NE(readme.find("text without a profiler table"), std::string::npos) << readme;
        EXPECT_EQ(refusalOf(badge + table, "README.md"), "") << badge;
    }
    const std::string array = refusalOf("[true, \"a](b\"]", "a.json");
    EXPECT_NE(array.find("JSON"), std::string::npos) << array;
    const std::string python = "   ncalls  tottime  percall  cumtime  percall filename:lineno(function)\n";
    EXPECT_EQ(refusalOf("6 function calls in 2 seconds\n" + python + table, "log.txt"), "") << "both in one log";
    EXPECT_EQ(refusalOf("Index,KernelName,gpu-id,queue-id,BeginNs,EndNs\n0,\"gemm.kd\",0,0,100,200\n", "results.csv"),
              "");
}

TEST(ForeignFiles, zipArchivesOfOtherToolsAreToldByTheirFirstEntry)
{
    const auto zip = [](const std::string &first) {
        std::string bytes("PK\x03\x04", 4);
        bytes += std::string(22, '\0') + char(first.size()) + std::string(3, '\0') + first;
        std::string entry("PK\x01\x02", 4); // of the directory, twice: several files
        entry += std::string(24, '\0') + char(first.size()) + std::string(17, '\0') + first;
        const size_t at = bytes.size();
        bytes += entry + entry;
        std::string end("PK\x05\x06", 4);
        end += std::string(4, '\0') + "\x02" + std::string(1, '\0') + "\x02" + std::string(1, '\0');
        end += char(2 * entry.size()) + std::string(3, '\0') + char(at) + std::string(5, '\0');
        return bytes + end;
    };
    const std::tuple<const char *, const char *, const char *> files[] = {
        {"archive/data.pkl", "model.pt", "torch.save"},
        {"weight.npy", "arrays.npz", "NumPy"},
        {"[Content_Types].xml", "table.xlsx", "Office"},
    };
    for (const auto &[entry, name, tool] : files) {
        const std::string refusal = refusalOf(zip(entry), name);
        EXPECT_NE(refusal.find(tool), std::string::npos) << name << ": " << refusal;
        EXPECT_NE(refusal.find("It cannot be read: "), std::string::npos) << refusal;
    }
    EXPECT_NE(refusalOf(zip("rank0.json"), "traces.zip").find("unpack it"), std::string::npos);
}

TEST(ForeignFiles, foldersThatAToolShowsAsOneFileAreNamed)
{
    QTemporaryDir folder;
    const QDir dir(folder.path());
    ASSERT_TRUE(dir.mkpath(QStringLiteral("app.trace/Trace1.run")) && dir.mkpath(QStringLiteral("r000hs")) &&
                dir.mkpath(QStringLiteral("frame.gputrace")) && dir.mkpath(QStringLiteral("measured")));
    for (const char *name : {"r000hs/r000hs.vtune", "measured/cct.db", "measured/profile.db"})
        ASSERT_TRUE(QFile(dir.filePath(QLatin1String(name))).open(QIODevice::WriteOnly));
    Progress progress;
    for (const auto &[name, tool] : {std::pair("app.trace", "Instruments"), std::pair("r000hs", "VTune"),
                                     std::pair("frame.gputrace", "Xcode"), std::pair("measured", "HPCToolkit")}) {
        const auto loaded = loadRun(dir.filePath(QString::fromLatin1(name)), progress);
        ASSERT_FALSE(loaded.ok());
        EXPECT_TRUE(loaded.error().message.contains(QLatin1String(tool))) << loaded.error().message.toStdString();
    }
}

TEST(ForeignFiles, pprofIsToldFromPythonsProfilesOfTheSameEnding)
{
    using namespace std::string_view_literals;
    const auto refusal = [](std::string_view strings) {
        return refusalOf(gzipped(std::string("\x0a\x04\x08\x01\x10\x02"sv) + std::string(strings)), "memory.prof");
    };
    EXPECT_NE(refusal("\x32\0\x32\x0b"
                      "allocations\x32\x05"
                      "space\x32\x05"
                      "bytes"sv)
                  .find("a profile of memory for pprof"),
              std::string::npos);
    EXPECT_NE(refusal("\x32\0\x32\x07"
                      "samples\x32\x03"
                      "cpu"sv)
                  .find("samples of the CPU"),
              std::string::npos);
}

TEST(ForeignFiles, archivesNameWhatUnpacksThem)
{
    // of a tar archive: the header of its first file, here a trace, and the file behind it
    std::string tar = "rank0.json" + std::string(90, '\0') + std::string(156, '0') + '\0' + "ustar";
    tar.resize(512, '\0');
    tar += R"({"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":1}]})";
    tar.resize(1024, '\0');
    std::string cubex = tar;
    cubex.replace(0, 10, "anchor.xml");
    using namespace std::string_view_literals;
    const std::tuple<std::string_view, const char *, const char *> files[] = {
        {cubex, "profile.cubex", "this is a profile of Score-P (.cubex), "},
        {tar, "ranks.tar", "this is a tar archive. It cannot be read: unpack it with tar -xf "},
        {"\x28\xb5\x2f\xfd\x04\x58\0\0"sv, "trace.json.zst",
         "this is a file packed with zstd. It cannot be read: unpack it "},
        {"\xfd\x37zXZ\0\0\x04"sv, "trace.json.xz", "this is a file packed with xz. "},
        {"BZh91AY&SY\0\0\0"sv, "trace.json.bz2", "this is a file packed with bzip2. "},
        {"7z\xbc\xaf\x27\x1c\0\x04"sv, "trace.7z", "this is a 7z archive. "},
        {"\x04\x22\x4d\x18\x64\x40\0\0"sv, "trace.json.lz4",
         "this is a file packed with lz4. It cannot be read: unpack it with lz4 -d"},
        {"Rar!\x1a\x07\x01\0"sv, "traces.rar", "this is a RAR archive. "},
    };
    for (const auto &[content, name, refusal] : files)
        EXPECT_TRUE(refusalOf(content, name).starts_with(refusal)) << name << ": " << refusalOf(content, name);
    EXPECT_EQ(refusalOf("BZh is what this log says\n", "log.txt").find("bzip2"), std::string::npos) << "text";
}

TEST(ForeignFiles, binaryDataOfNoKnownKindIsNoText)
{
    std::mt19937 random(7);
    std::string bytes(1 << 20, ' ');
    for (char &byte : bytes)
        byte = static_cast<char>(random() & 0xff);
    const std::string known = "Nsight Systems (.nsys-rep, .sqlite)";
    for (const char *name : {"data.bin", "trace.json", "log.txt"}) {
        const std::string refusal = refusalOf(bytes, name);
        EXPECT_TRUE(refusal.starts_with("this is a binary file of a kind that is not known here")) << refusal;
        EXPECT_NE(refusal.find(known), std::string::npos) << refusal;
    }
    EXPECT_EQ(refusalOf("a line of a log\nanother one\n", "log.txt").find("binary"), std::string::npos);
    // a log with a hole of a few bytes is still looked through
    std::string log(70'000, 'x');
    for (size_t i = 80; i < log.size(); i += 80)
        log[i] = '\n';
    log.replace(100, 8, 8, '\0');
    EXPECT_EQ(refusalOf(log, "log.txt").find("binary"), std::string::npos) << refusalOf(log, "log.txt");
}

TEST(ForeignFiles, rowsOfTheEventsViewAreOfNsightSystems)
{
    EXPECT_NE(
        refusalOf("Name\tStart\tDuration\tGPU\tContext\nsgemm_tn\t7.6941s\t485.820 us\tGPU 0\tStream 7\n", "a.tsv")
            .find("events view of Nsight Systems"),
        std::string::npos);
    EXPECT_EQ(refusalOf("Name\tStart\tEnd\nsgemm_tn\t7.6941s\t485.820 us\n", "a.tsv").find("Nsight Systems' window"),
              std::string::npos);
}

TEST(ForeignFiles, areToldByTheTablesOfADatabase)
{
    const QString path = QStringLiteral("a.db");
    EXPECT_TRUE(foreignDatabase({"CANN_API", "STRING_IDS"}, path)->message.contains(QStringLiteral("Ascend")));
    EXPECT_FALSE(foreignDatabase({"friends"}, path));
    EXPECT_TRUE(foreignDatabase({"read_only_op_instances"}, path)->message.contains(QStringLiteral("DLProf")));
    EXPECT_TRUE(foreignDatabase({"COPY", "HIP", "KERN", "OPS"}, path)->message.contains(QStringLiteral("rocprof")));
    EXPECT_TRUE(foreignDatabase({"KERN"}, path)->message.contains(QStringLiteral(".csv of the same name")));
    EXPECT_FALSE(foreignDatabase({"OPS"}, path));
    EXPECT_TRUE(foreignDatabase({"compute_metric_definition", "compute_workload"}, path)
                    ->message.contains(QStringLiteral("rocprof-compute, which has figures of single kernels. It cannot "
                                                      "be read: open the pmc_perf.csv")));
    EXPECT_FALSE(foreignDatabase({"compute_workload"}, path));
    EXPECT_TRUE(foreignDatabase({"CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL", "StringTable", "Version"}, path)
                    ->message.contains(QStringLiteral("nvprof -i FILE --print-gpu-trace --csv")));
    EXPECT_FALSE(foreignDatabase({"CUPTI_ACTIVITY_KIND_KERNEL", "StringIds", "StringTable"}, path));
}

TEST(ForeignFiles, aChromeTraceIsReadWhicheverToolWroteIt)
{
    EXPECT_EQ(refusalOf(R"([{"ph":"X","name":"aten::mm","pid":1,"tid":1,"ts":"17.5","dur":1,
        "args":{"Call stack":"rocprofiler-sdk-tool","hitCount":"ProfilerActivity.NPU"}}])",
                        "trace_view.json"),
              "");
    EXPECT_EQ(refusalOf(R"({"traceEvents":[],"note":"rocprofiler-sdk-tool","x":{"rf_id":1,"fw_parent":2,"nodes":[]}})",
                        "a.json"),
              "");
    std::string named = R"({"traceEvents":[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":")";
    named += std::string(257 - named.size(), 'x') + R"(ustar"}]})";
    EXPECT_EQ(refusalOf(named, "a.json"), "") << "where a tar archive says that it is one";
    EXPECT_EQ(refusalOf(R"([ {"1AY&SY":0,"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}])", "a.json"), "");
}

} // namespace tst_foreignfiles
