#include "core/readers/foreignfiles.h"

#include "core/base/texts.h"
#include "core/io/readroots.h"
#include "core/readers/toolkit/textlines.h"
#include "core/readers/toolkit/textsource.h"
#include "core/readers/toolkit/textvalues.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <initializer_list>

namespace ws {
namespace {

/// The kind of a file, as a clause, and what to open instead.
struct Refusal
{
    const char *what;
    const char *instead;
};

constexpr const char *ascend = QT_TRANSLATE_NOOP("Core", "a file of Ascend's profiler (torch_npu) with its settings");
constexpr const char *ascendInstead = QT_TRANSLATE_NOOP(
    "Core", "open the trace_view.json or msprof_*.json next to it (torch_npu writes it with export_type "
            "Text)");
constexpr const char *recordNvidia = QT_TRANSLATE_NOOP(
    "Core", "record the GPU with nsys profile -o NAME PROGRAM and open NAME.nsys-rep (or the .sqlite of nsys export)");
constexpr const char *recordAny = QT_TRANSLATE_NOOP(
    "Core",
    "record the GPU: nsys profile -o NAME PROGRAM (NVIDIA), rocprofv3 --sys-trace --output-format json -- PROGRAM "
    "(AMD), or torch.profiler with export_chrome_trace(\"trace.json\")");
constexpr const char *exportSqlite = QT_TRANSLATE_NOOP(
    "Core", "export the report it was made from with nsys export --type sqlite REPORT.nsys-rep and open the .sqlite");
constexpr const char *profileModel =
    QT_TRANSLATE_NOOP("Core", "profile the program that runs the model, for example with torch.profiler and "
                              "export_chrome_trace(\"trace.json\"), and open that trace");
constexpr const char *profileEngine = QT_TRANSLATE_NOOP(
    "Core",
    "run it with trtexec --loadEngine=FILE --exportProfile=profile.json and open profile.json, or record trtexec "
    "with nsys profile");
constexpr const char *profileOnnx = QT_TRANSLATE_NOOP(
    "Core",
    "run it with ONNX Runtime and SessionOptions.enable_profiling = True, which writes a trace (.json), or with "
    "trtexec --onnx=FILE --exportProfile=profile.json");
constexpr const char *exportNvprof = QT_TRANSLATE_NOOP(
    "Core", "print it with nvprof -i FILE --print-gpu-trace --csv --log-file trace.csv and open trace.csv");
constexpr const char *profileFolder = QT_TRANSLATE_NOOP(
    "Core", "open what the profiler wrote beside it: the .trace.json.gz or .xplane.pb in plugins/profile/RUN (XLA, "
            "TensorFlow), or the .pt.trace.json of torch's tensorboard_trace_handler");
constexpr const char *tableAsText =
    QT_TRANSLATE_NOOP("Core", "save the table as CSV or text, or open the file of the profiler that it was made from");

constexpr const char *nsysJson = QT_TRANSLATE_NOOP("Core", "a report of nsys stats in JSON");
constexpr const char *nsysCsv = QT_TRANSLATE_NOOP(
    "Core", "open the .nsys-rep or .sqlite that it was made from, or make it as CSV: nsys stats --format csv");
constexpr const char *dlprof = QT_TRANSLATE_NOOP("Core", "a report of NVIDIA's DLProf, which has sums by operator");
constexpr const char *dlprofInstead =
    QT_TRANSLATE_NOOP("Core", "open the nsys_profile.sqlite or .qdrep that dlprof wrote beside it");

constexpr const char *threadTrace = QT_TRANSLATE_NOOP(
    "Core", "a part of a thread trace of rocprofv3 (--att): instructions of single kernels, no timeline");
constexpr const char *kernelTrace = QT_TRANSLATE_NOOP(
    "Core", "record with rocprofv3 --sys-trace --output-format json -- PROGRAM and open its _results.json");
constexpr const char *rocprofCompute =
    QT_TRANSLATE_NOOP("Core", "a file of rocprof-compute that holds no times of kernels");
constexpr const char *pmcPerf = QT_TRANSLATE_NOOP("Core", "open the pmc_perf.csv of the workload’s folder");

constexpr const char *rocprofWithoutTimes =
    QT_TRANSLATE_NOOP("Core", "a list of rocprof (v1) without the times of its kernels");
constexpr const char *rocprofWithTimes = QT_TRANSLATE_NOOP(
    "Core", "record again with rocprof --timestamp on PROGRAM (or --stats, --hip-trace) and open the .csv or .json "
            "that it writes, or with rocprofv3 --sys-trace --output-format json -- PROGRAM");
constexpr const char *cProfile = QT_TRANSLATE_NOOP("Core", "a profile of Python's cProfile, which has no GPU work");
constexpr const char *cProfileInstead = QT_TRANSLATE_NOOP(
    "Core", "record with torch.profiler and export_chrome_trace(\"trace.json\"), or with nsys profile "
            "-o NAME python PROGRAM and open NAME.nsys-rep");
constexpr const char *opMeasurement =
    QT_TRANSLATE_NOOP("Core", "a table of Ascend's msprof op, which has figures of a single kernel, no timeline");
constexpr const char *opMeasurementInstead = QT_TRANSLATE_NOOP(
    "Core",
    "record the program with msprof --output=FOLDER PROGRAM and open the op_summary_*.csv or msprof_*.json that "
    "it writes into mindstudio_profiler_output");
constexpr const char *vtuneInstead =
    QT_TRANSLATE_NOOP("Core", "record with unitrace --chrome-kernel-logging PROGRAM and open the .json that it writes");

constexpr const char *pythonProfile =
    QT_TRANSLATE_NOOP("Core", "a profile of Python code, which has no kernels of a GPU");
constexpr const char *recordPython = QT_TRANSLATE_NOOP(
    "Core",
    "record with torch.profiler and export_chrome_trace(\"trace.json\"), or, for the code alone, with py-spy record "
    "--format chrometrace -o trace.json -- python PROGRAM");
constexpr const char *cpuPprof = QT_TRANSLATE_NOOP("Core", "a profile of pprof, which holds samples of the CPU");
constexpr const char *memoryPprof = QT_TRANSLATE_NOOP("Core", "a profile of memory for pprof, which holds no times");
constexpr const char *hpcToolkit =
    QT_TRANSLATE_NOOP("Core", "a database of HPCToolkit, which has sums of calling contexts, no timeline");
constexpr const char *caliper = QT_TRANSLATE_NOOP("Core", "a profile of Caliper");
constexpr const char *gaudi = QT_TRANSLATE_NOOP("Core", "a trace of Intel Gaudi (Habana)");
constexpr const char *recordTorch = QT_TRANSLATE_NOOP(
    "Core", "record with torch.profiler and export_chrome_trace(\"trace.json\"), and open that trace");
constexpr const char *gpuMonitor =
    QT_TRANSLATE_NOOP("Core", "samples of a GPU's monitor (nvidia-smi), which know no kernels");
constexpr const char *paddleOld = QT_TRANSLATE_NOOP("Core", "a table of PaddlePaddle's first profiler");
constexpr const char *recordPaddle = QT_TRANSLATE_NOOP(
    "Core", "record with paddle.profiler.Profiler and export_chrome_tracing, and open the .json that it writes");
constexpr const char *collectivesTest =
    QT_TRANSLATE_NOOP("Core", "a table of nccl-tests or rccl-tests, which measure collectives and record nothing");
constexpr const char *servingBenchmark =
    QT_TRANSLATE_NOOP("Core", "a result of a benchmark of serving, which has no times of kernels");
constexpr const char *torchWithoutColumns =
    QT_TRANSLATE_NOOP("Core", "a table of torch's profiler whose columns are lost");
constexpr const char *torchWithColumns = QT_TRANSLATE_NOOP(
    "Core", "copy it as the terminal shows it, with all of its lines, none of which is wrapped, or print it into a file: "
            "print(prof.key_averages().table(), file=open(\"table.txt\", \"w\"))");
constexpr const char *perfText = QT_TRANSLATE_NOOP("Core", "samples of the CPU of Linux perf (perf script)");
constexpr const char *xcodeTrace = QT_TRANSLATE_NOOP("Core", "a GPU trace of Apple's Xcode");

/// JSON whose head holds all the texts.
struct JsonMark
{
    std::initializer_list<std::string_view> texts;
    Refusal refusal;
};

const JsonMark jsonMarks[] = {
    {{"\"common_config\"", "\"ProfilerActivity.NPU\""}, {ascend, ascendInstead}},
    {{"\"ASCEND_GLOBAL_LOG_LEVEL\""}, {ascend, ascendInstead}},
    {{"\"nodes\"", "\"rf_id\"", "\"fw_parent\""},
     {QT_TRANSLATE_NOOP("Core", "an execution trace of PyTorch (ExecutionTraceObserver), which holds no times"),
      QT_TRANSLATE_NOOP("Core", "open the trace that torch.profiler exported in the same run")}},
    {{"speedscope.app/file-format-schema", "\"py-spy"}, {pythonProfile, recordPython}},
    {{"speedscope.app/file-format-schema"},
     {QT_TRANSLATE_NOOP("Core", "a profile for speedscope"),
      QT_TRANSLATE_NOOP("Core", "open the trace of the GPU profiler that it was made from")}},
    {{"\"callFrame\"", "\"hitCount\""},
     {QT_TRANSLATE_NOOP("Core", "a CPU profile of Chrome or Node.js"),
      QT_TRANSLATE_NOOP("Core", "record with \"Performance\" and save that trace")}},
    {{"\"preprocessedProfileVersion\""},
     {QT_TRANSLATE_NOOP("Core", "a profile for the Firefox Profiler, which holds samples of the CPU"), recordAny}},
    {{"\"CorrId\"", "\"Strm\"", "\"Start"}, {nsysJson, nsysCsv}},
    {{"\"Total Time (ns)\"", "\"Name\""}, {nsysJson, nsysCsv}},
    {{"\"num_insts\"", "\"num_stitched\""}, {threadTrace, kernelTrace}},
    {{"\"name\":\"wstates"}, {threadTrace, kernelTrace}},
    {{"\"alloc_samples\"", "\"elapsed_time_sec\""}, {pythonProfile, recordPython}}, // Scalene
    {{"\"start_call_stack\"", "\"sample_count\""}, {pythonProfile, recordPython}},  // pyinstrument
    {{"\"root_frame\"", "\"sample_count\""}, {pythonProfile, recordPython}},        // the same
    {{"\"column_metadata\"", "\"is_value\"", "\"data\""}, {caliper, recordAny}},
    {{"\"Layers\"", "\"Bindings\""},
     {QT_TRANSLATE_NOOP("Core", "what TensorRT says of an engine (trtexec --exportLayerInfo), which holds no times"),
      QT_TRANSLATE_NOOP("Core", "run trtexec with --exportProfile=profile.json and open profile.json")}},
};

/// Packed in a way that is not unpacked here: begins with `start`, and `rest` stands at `at`. No text is like this.
struct ArchiveMark
{
    std::string_view start;
    size_t at;
    std::string_view rest;
    Refusal refusal;
};

const ArchiveMark archiveMarks[] = {
    {"anchor.xml",
     256,
     {"\0ustar", 6},
     {QT_TRANSLATE_NOOP("Core", "a profile of Score-P (.cubex), which has sums of calls, no timeline"), recordAny}},
    {"",
     256, // behind the empty name of a link
     {"\0ustar", 6},
     {QT_TRANSLATE_NOOP("Core", "a tar archive"),
      QT_TRANSLATE_NOOP("Core", "unpack it with tar -xf and open the traces in it; those of the ranks of one job "
                                "can be opened together")}},
    {"\x28\xb5\x2f\xfd",
     0,
     "",
     {QT_TRANSLATE_NOOP("Core", "a file packed with zstd"), QT_TRANSLATE_NOOP("Core", "unpack it with zstd -d")}},
    {"\xfd"
     "7zXZ",
     0,
     "",
     {QT_TRANSLATE_NOOP("Core", "a file packed with xz"), QT_TRANSLATE_NOOP("Core", "unpack it with xz -d")}},
    {"BZh",
     4,
     "1AY&SY",
     {QT_TRANSLATE_NOOP("Core", "a file packed with bzip2"), QT_TRANSLATE_NOOP("Core", "unpack it with bzip2 -d")}},
    {"7z\xbc\xaf",
     0,
     "",
     {QT_TRANSLATE_NOOP("Core", "a 7z archive"),
      QT_TRANSLATE_NOOP("Core", "unpack it with 7z x and open the trace in it")}},
};

/// Binary files that say in their first bytes what they are.
const ArchiveMark binaryMarks[] = {
    {"\x04\x22\x4d\x18",
     0,
     "",
     {QT_TRANSLATE_NOOP("Core", "a file packed with lz4"), QT_TRANSLATE_NOOP("Core", "unpack it with lz4 -d")}},
    {"Rar!\x1a\x07",
     0,
     "",
     {QT_TRANSLATE_NOOP("Core", "a RAR archive"),
      QT_TRANSLATE_NOOP("Core", "unpack it with unrar x and open the trace in it")}},
    {"\x17\x08\x44tracing",
     0,
     "",
     {QT_TRANSLATE_NOOP("Core", "a recording of trace-cmd (ftrace of Linux), which has no kernels of a GPU"),
      recordAny}},
    {{"FLR\0", 4}, 0, "", {QT_TRANSLATE_NOOP("Core", "a recording of Java's Flight Recorder"), recordAny}},
    {"gmon\x01", 0, "", {QT_TRANSLATE_NOOP("Core", "a profile of gprof"), recordAny}},
    {"memray",
     0,
     "",
     {QT_TRANSLATE_NOOP("Core", "a recording of memray, which has Python's memory and no times"), recordPython}},
    {"HPCPROF-", 0, "", {hpcToolkit, recordAny}},
    {"PERFILE2", 0, "", {QT_TRANSLATE_NOOP("Core", "samples of the CPU of Linux perf (perf.data)"), recordAny}},
    {"tlZ\x04", 0, "", {QT_TRANSLATE_NOOP("Core", "a recording of Tracy"), recordAny}},
    {"tZst", 0, "", {QT_TRANSLATE_NOOP("Core", "a recording of Tracy"), recordAny}},
    {"tracy", 0, "", {QT_TRANSLATE_NOOP("Core", "a recording of Tracy"), recordAny}},
    {"RDOC", 0, "", {QT_TRANSLATE_NOOP("Core", "a capture of RenderDoc"), recordNvidia}},
    {"B00P", 0, "", {QT_TRANSLATE_NOOP("Core", "a profile of AMD's Radeon GPU Profiler"), kernelTrace}},
    {"\x89HDF\r\n\x1a\n", 0, "", {QT_TRANSLATE_NOOP("Core", "an HDF5 file"), exportSqlite}},
    {"PAR1", 0, "", {QT_TRANSLATE_NOOP("Core", "a Parquet file"), exportSqlite}},
    {"ARROW1", 0, "", {QT_TRANSLATE_NOOP("Core", "an Arrow file"), exportSqlite}},
    {"\x93NUMPY", 0, "", {QT_TRANSLATE_NOOP("Core", "an array of NumPy (.npy)"), profileModel}},
    {"ftrt", 0, "", {QT_TRANSLATE_NOOP("Core", "an engine of TensorRT, which holds no times"), profileEngine}},
    {"GGUF", 0, "", {QT_TRANSLATE_NOOP("Core", "weights of a model (GGUF)"), recordAny}},
    {"\x7f"
     "ELF",
     0,
     "",
     {QT_TRANSLATE_NOOP("Core", "a program, a library, a cubin or a core dump (ELF), which holds no times"),
      recordAny}},
    {"%PDF-", 0, "", {QT_TRANSLATE_NOOP("Core", "a PDF document"), tableAsText}},
    {"\x89PNG\r\n", 0, "", {QT_TRANSLATE_NOOP("Core", "a picture (PNG)"), tableAsText}},
    {"\xff\xd8\xff", 0, "", {QT_TRANSLATE_NOOP("Core", "a picture (JPEG)"), tableAsText}},
    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0, "", {QT_TRANSLATE_NOOP("Core", "a document of Office"), tableAsText}},
    {"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9",
     0,
     "",
     {QT_TRANSLATE_NOOP("Core", "a file of torch.save (weights, optimizer)"), profileModel}},
};

/// Binary files that only their name tells.
struct NameMark
{
    const char *endings; ///< divided by blanks
    Refusal refusal;
};

const NameMark nameMarks[] = {
    {".onnx", {QT_TRANSLATE_NOOP("Core", "a model (ONNX), which holds no times"), profileOnnx}},
    {".engine .plan .trt", {QT_TRANSLATE_NOOP("Core", "an engine of TensorRT, which holds no times"), profileEngine}},
    {".prof .pstats",
     {QT_TRANSLATE_NOOP("Core", "a profile of Python's cProfile"),
      QT_TRANSLATE_NOOP("Core",
                        "record with py-spy record --format chrometrace -o trace.json -- python PROGRAM, or with "
                        "torch.profiler and export_chrome_trace(\"trace.json\")")}},
    {".nvvp .nvprof", {QT_TRANSLATE_NOOP("Core", "a profile of nvprof or the Visual Profiler"), exportNvprof}},
    {".ngfx-capture .ngfx-gputrace .ngfx-proj .nvngfx .nsight-gfx",
     {QT_TRANSLATE_NOOP("Core", "a capture of Nsight Graphics"), recordNvidia}},
    {".qdstrm",
     {QT_TRANSLATE_NOOP("Core", "an unfinished recording of Nsight Systems (.qdstrm)"),
      QT_TRANSLATE_NOOP("Core", "make the report with QdstrmImporter -i FILE, which stands in the folder of Nsight "
                                "Systems, and open the .nsys-rep")}},
    {".etl", {QT_TRANSLATE_NOOP("Core", "a trace of Windows (ETW)"), recordNvidia}},
    {".vtune .tb7 .tb6", {QT_TRANSLATE_NOOP("Core", "a result of Intel VTune"), vtuneInstead}},
    {".otf2 .otf .evt .def",
     {QT_TRANSLATE_NOOP("Core", "a part of an OTF2 trace"),
      QT_TRANSLATE_NOOP("Core", "rocprofv3 writes --output-format json or rocpd instead; where Score-P or another tool "
                                "wrote it, record the GPU with nsys profile (NVIDIA) or rocprofv3 (AMD)")}},
    {".hlo.pb .hlo_proto.pb",
     {QT_TRANSLATE_NOOP("Core", "a program of XLA (HLO), which holds no times"), profileFolder}},
    {".et",
     {QT_TRANSLATE_NOOP("Core", "an execution trace of Chakra"),
      QT_TRANSLATE_NOOP("Core", "open the trace that torch.profiler exported in the same run")}},
    {".pb.gz .pprof .prof.gz", {cpuPprof, recordAny}},
    {".hltv .shtrace", {gaudi, recordTorch}},
    {".ntff",
     {QT_TRANSLATE_NOOP("Core", "a device profile of AWS Neuron"),
      QT_TRANSLATE_NOOP("Core",
                        "make a .pftrace of it with neuron-explorer view -d FOLDER --output-format perfetto, and "
                        "open that")}},
    {".pop",
     {QT_TRANSLATE_NOOP("Core", "a report of Graphcore's PopVision"),
      QT_TRANSLATE_NOOP("Core", "PopVision alone opens it; record a GPU with torch.profiler and "
                                "export_chrome_trace(\"trace.json\")")}},
    {".att .rgp", {QT_TRANSLATE_NOOP("Core", "a thread trace of an AMD GPU"), recordAny}},
};

/// Text that is of a tool and holds no table; looked at only where no reader takes the file.
struct TextMark
{
    std::string_view start; ///< the text begins with it, blanks and case aside
    Refusal refusal;
};

const TextMark textMarks[] = {
    {"hlomodule ", {QT_TRANSLATE_NOOP("Core", "a program of XLA (HLO), which holds no times"), profileFolder}},
    {"<svg",
     {QT_TRANSLATE_NOOP("Core", "a picture (SVG), as flame graphs are"),
      QT_TRANSLATE_NOOP("Core", "open the profile that it was made from; py-spy record --format chrometrace -o "
                                "trace.json writes a trace")}},
    {"<!doctype html", {QT_TRANSLATE_NOOP("Core", "a web page without a table of a profiler"), tableAsText}},
    {"<html", {QT_TRANSLATE_NOOP("Core", "a web page without a table of a profiler"), tableAsText}},
    {"\"codeobj\",\"vaddr\",", {threadTrace, kernelTrace}},
    {"codeobj,vaddr,", {threadTrace, kernelTrace}},
    {"index,kernelname,gpu-id,", {rocprofWithoutTimes, rocprofWithTimes}},
    {"dispatch_id,kernel_name,gpu_id", {rocprofCompute, pmcPerf}},
    {"device,hbmbw,", {rocprofCompute, pmcPerf}},
    {"workload_name,command,", {rocprofCompute, pmcPerf}},
    {"kernel report\nkernel name,op id,", {dlprof, dlprofInstead}},
    {"op name,op type,task duration(us),", {opMeasurement, opMeasurementInstead}},
    {"block_id,sub_block_id,", {opMeasurement, opMeasurementInstead}},
    {"#paraver",
     {QT_TRANSLATE_NOOP("Core", "a trace for Paraver (.prv)"),
      QT_TRANSLATE_NOOP("Core",
                        "if nsys2prv made it, export its report with nsys export --type sqlite REPORT.nsys-rep and "
                        "open the .sqlite; else record the GPU with nsys profile -o NAME PROGRAM")}},
    {"# callgrind format", {QT_TRANSLATE_NOOP("Core", "a profile of Valgrind (callgrind), of the CPU"), recordAny}},
    {"version: 1\ncreator: callgrind",
     {QT_TRANSLATE_NOOP("Core", "a profile of Valgrind (callgrind), of the CPU"), recordAny}},
    {"__rec=", {caliper, recordAny}},
    {"<!doctype hpctoolkitexperiment", {hpcToolkit, recordAny}},
    {"<hpctoolkitexperiment", {hpcToolkit, recordAny}},
    {"version https://git-lfs.github.com",
     {QT_TRANSLATE_NOOP("Core", "a pointer of Git LFS, not the file itself"),
      QT_TRANSLATE_NOOP("Core", "fetch the file with git lfs pull and open it again")}},
    {"flat profile:\n", {QT_TRANSLATE_NOOP("Core", "a profile of gprof"), recordAny}},
    {"iteration report\niteration,op id,", {dlprof, dlprofInstead}},
    {"all iterations\nop id,op name,", {dlprof, dlprofInstead}},
    {"all iterations\nop type,", {dlprof, dlprofInstead}},
    {"@ nvtx", {QT_TRANSLATE_NOOP("Core", "annotations in text form (nvtxt)"), recordNvidia}},
    {"setfiledisplayname", {QT_TRANSLATE_NOOP("Core", "annotations in text form (nvtxt)"), recordNvidia}},
};

/// Text that holds all the texts, somewhere in its head.
const JsonMark printedMarks[] = {
    {{"\"cell_type\"", "\"metadata\""},
     {QT_TRANSLATE_NOOP("Core", "a Jupyter notebook whose outputs hold no table of a profiler"),
      QT_TRANSLATE_NOOP("Core", "print one in a cell, print(prof.key_averages().table()), and save the notebook, or "
                                "open the trace that the profiler exported")}},
    {{"Name\tStart\tDuration\t"},
     {QT_TRANSLATE_NOOP("Core", "rows of the events view of Nsight Systems' window, which are a part of its report"),
      QT_TRANSLATE_NOOP("Core",
                        "open the .nsys-rep, or print them all: nsys stats --report cuda_gpu_trace --format csv "
                        "REPORT.nsys-rep")}},
    {{"Profiler ran for ", "capturing ", "Host-side activity"},
     {QT_TRANSLATE_NOOP("Core", "a table of CUDA.jl's profiler"),
      QT_TRANSLATE_NOOP("Core", "run it under Nsight Systems, with CUDA.@profile external=true: nsys profile -o NAME "
                                "julia PROGRAM, and open NAME.nsys-rep")}},
    {{"cuda_time_us", "invocations", "|- "},
     {QT_TRANSLATE_NOOP("Core", "a table of vLLM's layerwise profiler as print_layerwise_table.py prints it"),
      QT_TRANSLATE_NOOP("Core", "open the file that its --json wrote")}},
    {{"Kernel_Name", "Sum(ns)", "Mean(ns)", "Pct"},
     {QT_TRANSLATE_NOOP("Core", "a table that rocprof-compute (omniperf) analyze prints"), pmcPerf}},
    {{"Avg-Duration", "LDS Bank Conflicts"},
     {QT_TRANSLATE_NOOP("Core", "a table of IntelliPerf, which has figures of single kernels"), kernelTrace}},
    {{"------------------------->     Profiling Report     <-------------------------"}, {paddleOld, recordPaddle}},
    {{"algbw", "busbw", "#wrong"}, {collectivesTest, recordAny}},
    {{"out-of-place", "in-place", "busbw"}, {collectivesTest, recordAny}},
    {{"Comm. Op", "Message Size", "Total Latency(ms)"},
     {QT_TRANSLATE_NOOP("Core", "a table of DeepSpeed's log of communication, which has no kernels"), recordTorch}},
    {{"llama_print_timings:"}, {QT_TRANSLATE_NOOP("Core", "times of llama.cpp, which has none of kernels"), recordAny}},
    {{"llama_perf_context_print:"},
     {QT_TRANSLATE_NOOP("Core", "times of llama.cpp, which has none of kernels"), recordAny}},
    {{"Serving Benchmark Result"}, {servingBenchmark, recordAny}},
    {{"MLPerf Results Summary", "Scenario :"},
     {QT_TRANSLATE_NOOP("Core", "a summary of MLPerf, which has no times of kernels"), recordAny}},
    {{"KERNEL STATISTICS (GPU)", "| Kernel "}, {QT_TRANSLATE_NOOP("Core", "a table of PEAK"), recordNvidia}},
    {{"TensorRT.trtexec [TensorRT v"},
     {QT_TRANSLATE_NOOP("Core", "a log of TensorRT's trtexec without times of layers"),
      QT_TRANSLATE_NOOP("Core", "run trtexec with --exportProfile=profile.json and open profile.json, or with "
                                "--dumpProfile and open the log")}},
    {{" function calls", "ncalls  tottime  percall  cumtime  percall filename:lineno(function)"},
     {cProfile, cProfileInstead}},
    {{" Hostnames | ", " Processes | ", " Threads | ", "Time(%) |"},
     {QT_TRANSLATE_NOOP("Core", "a table of THAPI's iprof, which has sums of calls, no timeline"), vtuneInstead}},
    {{"CPU Time:Effective Time"}, {QT_TRANSLATE_NOOP("Core", "a summary of Intel VTune"), vtuneInstead}},
    {{"templated_functions", " Subrs Excl Incl ProfileCalls"},
     {QT_TRANSLATE_NOOP("Core", "a profile of TAU, which has sums of calls, no timeline"), recordAny}},
    {{"REAL-CLOCK TIMER", "| LABEL "},
     {QT_TRANSLATE_NOOP("Core", "a table of rocprof-sys (omnitrace), which has sums of functions of the CPU"),
      QT_TRANSLATE_NOOP("Core", "open the perfetto-trace-*.proto of the same folder")}},
    {{"timestamp", "utilization.gpu [%]"}, {gpuMonitor, recordNvidia}},
    {{"# gpu ", "# Idx ", " sm "}, {gpuMonitor, recordNvidia}}, // nvidia-smi dmon
    {{"desc: ", "time_unit: ", "snapshot=0"},
     {QT_TRANSLATE_NOOP("Core", "a profile of Valgrind (massif), which has memory and no times"), recordAny}},
    {{" cycles:", "\n\t"}, {perfText, recordAny}},
    {{" cpu-clock:", "\n\t"}, {perfText, recordAny}},
    {{" task-clock:", "\n\t"}, {perfText, recordAny}},
    {{"Hottest GPU Computing Tasks\n"}, {QT_TRANSLATE_NOOP("Core", "a summary of Intel VTune"), vtuneInstead}},
    {{"Hottest Host Tasks\n"}, {QT_TRANSLATE_NOOP("Core", "a summary of Intel VTune"), vtuneInstead}},
    {{"Collection and Platform Info", "Elapsed Time:"},
     {QT_TRANSLATE_NOOP("Core", "a summary of Intel VTune"), vtuneInstead}},
};

bool hasAll(std::string_view text, const std::initializer_list<std::string_view> &parts)
{
    return std::all_of(parts.begin(), parts.end(), [&](std::string_view part) { return text.find(part) != text.npos; });
}

std::optional<Refusal> jsonRefusal(std::string_view text)
{
    const std::string_view start = trimmed(text.substr(0, 256));
    if (start.empty() || (start.front() != '{' && start.front() != '[') || text.find("\"traceEvents\"") != text.npos ||
        text.find("\"ph\"") != text.npos)
        return std::nullopt;
    for (const JsonMark &mark : jsonMarks)
        if (hasAll(text, mark.texts))
            return mark.refusal;
    return std::nullopt;
}

/// What ncu prints with --print-summary: the least, largest and mean figure of several launches.
std::optional<Refusal> textRefusal(std::string_view text)
{
    const auto has = [text](std::string_view part) { return text.find(part) != text.npos; };
    if (!has(", Invocations ") || !has("    Section: ") || !has(" Minimum ") || !has(" Average"))
        return std::nullopt;
    return Refusal{
        QT_TRANSLATE_NOOP("Core", "a summary of Nsight Compute (--print-summary), which has no single launches"),
        QT_TRANSLATE_NOOP("Core", "print the launches: ncu --import REPORT --page details")};
}

/// A pickle of protocol 2 to 5: its first byte and number, and for a snapshot its keys as plain text.
bool isMemorySnapshot(std::string_view bytes)
{
    return bytes.size() > 4 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5 &&
           (bytes.find("segments") != bytes.npos || bytes.find("device_traces") != bytes.npos);
}

/// The length of a JSON object, then the object, which says where the weights stand.
bool isSafetensors(std::string_view bytes)
{
    return bytes.size() > 32 && bytes[5] == '\0' && bytes[6] == '\0' && bytes[7] == '\0' && bytes[8] == '{' &&
           bytes.find("\"data_offsets\"") != bytes.npos;
}

std::optional<Refusal> namedRefusal(const QString &fileName)
{
    if (fileName.contains(QLatin1String(".xplane."))) // a profile of XLA, whatever packs it
        return std::nullopt;
    for (const NameMark &mark : nameMarks)
        for (const QString &ending : QString::fromLatin1(mark.endings).split(u' '))
            if (fileName.endsWith(ending, Qt::CaseInsensitive))
                return mark.refusal;
    return std::nullopt;
}

/// Stacks folded into lines: "main;run;step 12", in all of the first lines.
bool isFoldedStacks(std::string_view text)
{
    constexpr size_t lines = 5;
    size_t count = 0;
    for (const TextLine &line : splitLines(text.substr(0, text.rfind('\n')))) {
        const std::string_view content = trimmed(line.text);
        const size_t blank = content.rfind(' ');
        if (blank == content.npos || content.find(';') >= blank || !parseNumber(content.substr(blank + 1)) ||
            content.substr(blank + 1).find_first_not_of("0123456789") != content.npos)
            return false;
        if (++count == lines)
            break;
    }
    return count >= 2;
}

/// A line of torch's tables, whose head is missing: shares and times by turns.
bool hasTorchRow(std::string_view text)
{
    for (const TextLine &line : splitLines(text)) {
        size_t shares = 0, times = 0;
        for (std::string_view rest = trimmed(line.text); !rest.empty(); rest = trimmed(rest)) {
            const std::string_view word = rest.substr(0, rest.find_first_of(" \t|"));
            shares += parsePercent(word) ? 1 : 0;
            times += parseMicroseconds(word) ? 1 : 0;
            rest.remove_prefix(std::min(word.size() + 1, rest.size()));
        }
        if (shares >= 2 && times >= 3 && times > shares)
            return true;
    }
    return false;
}

/// A message of pprof: field 1 names what is sampled, in the table of strings.
bool isMemoryOfPprof(std::string_view bytes)
{
    const auto has = [bytes](std::string_view text) { return bytes.find(text) != bytes.npos; };
    return has("space") && has("bytes") && (has("allocations") || has("objects"));
}

std::optional<Refusal> binaryRefusal(const Head &head)
{
    const std::string_view bytes = head.bytes;
    const bool isPprof = head.container == Container::Gzip && bytes.starts_with('\x0a') &&
                         head.fileName.endsWith(QLatin1String(".prof")); // of Go and JAX; Python's is not packed
    for (const ArchiveMark &mark : archiveMarks)
        if (bytes.starts_with(mark.start) && bytes.size() > mark.at && bytes.substr(mark.at).starts_with(mark.rest))
            return mark.refusal;
    const bool isBinary = bytes.find('\0') != bytes.npos || bytes.starts_with("%PDF-") || bytes.starts_with("\x80");
    for (const ArchiveMark &mark : binaryMarks)
        if (isBinary && bytes.starts_with(mark.start))
            return mark.refusal;
    if (bytes.substr(0, 64).find("brain.Event:") != bytes.npos)
        return Refusal{QT_TRANSLATE_NOOP("Core", "an event file of TensorBoard (events.out.tfevents)"), profileFolder};
    if (isSafetensors(bytes))
        return Refusal{QT_TRANSLATE_NOOP("Core", "weights of a model (safetensors)"), profileModel};
    if (bytes.find('\0') == bytes.npos && !bytes.starts_with("\x80"))
        return std::nullopt;
    if (isMemorySnapshot(bytes))
        return Refusal{QT_TRANSLATE_NOOP("Core", "a memory snapshot of PyTorch (a pickle)"),
                       QT_TRANSLATE_NOOP("Core", "look at it with pytorch.org/memory_viz, or open a trace of "
                                                 "torch.profiler")};
    if (const std::optional<Refusal> refusal = isPprof ? Refusal{cpuPprof, recordAny} : namedRefusal(head.fileName))
        return refusal->what == cpuPprof && isMemoryOfPprof(bytes) ? Refusal{memoryPprof, refusal->instead} : refusal;
    if (head.fileName.contains(QLatin1String(".slice_")))
        return Refusal{QT_TRANSLATE_NOOP("Core", "raw data of Ascend's msprof"),
                       QT_TRANSLATE_NOOP("Core", "export it with msprof --export=on --output=PROF_FOLDER and open the "
                                                 "msprof_*.json that it writes")};
    return std::nullopt;
}

Error errorOf(const Refusal &refusal, const QString &path)
{
    return {ErrorKind::Unsupported,
            Core::tr("this is %1. It cannot be read: %2").arg(Core::tr(refusal.what), Core::tr(refusal.instead)), path};
}

} // namespace

std::optional<Error> foreignFile(const Head &head, const QString &path)
{
    if (head.container == Container::Sqlite)
        return std::nullopt;
    std::optional<Refusal> refusal = binaryRefusal(head);
    if (!refusal) {
        std::string storage;
        const std::string_view text = headText(head, storage);
        refusal = jsonRefusal(text);
        if (!refusal)
            refusal = textRefusal(text);
    }
    if (!refusal)
        return std::nullopt;
    return errorOf(*refusal, path);
}

std::optional<Error> foreignText(const Head &head, const QString &path)
{
    std::string storage;
    const std::string_view text = headText(head, storage);
    std::string start(trimmed(text).substr(0, 40));
    if (start.starts_with("<?xml")) // the element behind it
        if (const size_t next = text.find('<', text.find("?>")); next != text.npos)
            start = text.substr(next, 40);
    std::transform(start.begin(), start.end(), start.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    for (const TextMark &mark : textMarks)
        if (start.starts_with(mark.start))
            return errorOf(mark.refusal, path);
    const bool isOfJulia = text.find("CUDA.@profile") != text.npos; // whose documentation quotes ncu
    if (text.find("==ERROR== ERR_NVGPUCTRPERM") != text.npos && !isOfJulia)
        return errorOf({QT_TRANSLATE_NOOP("Core", "the output of Nsight Compute that was not allowed to read the GPU's "
                                                  "counters (ERR_NVGPUCTRPERM), so it measured nothing"),
                        QT_TRANSLATE_NOOP("Core", "run ncu as root, or allow all users to read the counters, and "
                                                  "profile again")},
                       path);
    for (const JsonMark &mark : printedMarks)
        if (hasAll(text, mark.texts))
            return errorOf(mark.refusal, path);
    const bool isTorch = (text.find("Self CPU") != text.npos && text.find("CPU total") != text.npos) ||
                         text.find(" time total: ") != text.npos || hasTorchRow(text);
    if (isTorch)
        return errorOf({torchWithoutColumns, torchWithColumns}, path);
    if (isFoldedStacks(text))
        return errorOf({QT_TRANSLATE_NOOP("Core", "stacks folded for a flame graph"),
                        QT_TRANSLATE_NOOP("Core", "open the profile that they were made from; py-spy record --format "
                                                  "chrometrace -o trace.json writes a trace")},
                       path);
    return std::nullopt;
}

std::optional<Error> foreignArchive(const QString &path)
{
    QFile file(path);
    if (outsideReadRoots(path) || !file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QByteArray head = file.read(300); // the header of the first entry, and its name
    if (!head.startsWith("PK\x03\x04") || head.size() < 30)
        return std::nullopt;
    const auto length = static_cast<uint8_t>(head[26]) | static_cast<uint8_t>(head[27]) << 8;
    const QByteArray name = head.mid(30, length);
    if (name.endsWith("/data.pkl") || name.endsWith("/.format_version") || name.endsWith("/byteorder"))
        return errorOf({QT_TRANSLATE_NOOP("Core", "a file of torch.save (weights, optimizer)"), profileModel}, path);
    if (name.endsWith(".npy"))
        return errorOf({QT_TRANSLATE_NOOP("Core", "arrays of NumPy (.npz)"), profileModel}, path);
    if (name == "[Content_Types].xml" || name.startsWith("_rels/") || name.startsWith("docProps/"))
        return errorOf({QT_TRANSLATE_NOOP("Core", "a document of Office"), tableAsText}, path);
    return std::nullopt;
}

std::optional<Error> foreignFolder(const QString &folder)
{
    const QDir dir(folder);
    if (folder.endsWith(QLatin1String(".gputrace")))
        return errorOf({xcodeTrace, recordTorch}, folder);
    if (dir.exists(QStringLiteral("cct.db")) && dir.exists(QStringLiteral("profile.db")))
        return errorOf({hpcToolkit, recordAny}, folder);
    if (dir.exists(QStringLiteral("form.template")) || dir.exists(QStringLiteral("Trace1.run")))
        return errorOf({QT_TRANSLATE_NOOP("Core", "a recording of Apple's Instruments (a folder)"),
                        QT_TRANSLATE_NOOP("Core", "record PyTorch with torch.profiler and "
                                                  "export_chrome_trace(\"trace.json\"), and open that trace")},
                       folder);
    if (!dir.entryList({QStringLiteral("*.vtune")}, QDir::Files).isEmpty())
        return errorOf(*namedRefusal(QStringLiteral("result.vtune")), folder);
    return std::nullopt;
}

std::optional<Error> foreignDatabase(const std::vector<std::string> &tables, const QString &path)
{
    const auto has = [&](std::string_view start) {
        return std::any_of(tables.begin(), tables.end(),
                           [start](const std::string &table) { return table.starts_with(start); });
    };
    const auto is = [&](std::string_view name) {
        return std::find(tables.begin(), tables.end(), name) != tables.end();
    };
    if (is("read_only_op_instances") || is("view_domain_model_gpu_utilization"))
        return errorOf({dlprof, dlprofInstead}, path);
    if ((is("OPS") && (is("HIP") || is("HSA") || is("COPY"))) || is("KERN"))
        return errorOf({QT_TRANSLATE_NOOP("Core", "a database of the first rocprof"),
                        QT_TRANSLATE_NOOP("Core", "open the .json or the .csv of the same name beside it")},
                       path);
    if (is("compute_workload") && is("compute_metric_definition"))
        return errorOf({QT_TRANSLATE_NOOP("Core", "a database of rocprof-compute, which has figures of single kernels"),
                        QT_TRANSLATE_NOOP("Core", "open the pmc_perf.csv in the folder of the workload that it was "
                                                  "made from (workloads/NAME/GPU), or record a timeline with rocprofv3 "
                                                  "--sys-trace --output-format json -- PROGRAM")},
                       path);
    if (has("CUPTI_ACTIVITY_KIND_") && is("StringTable") && !is("StringIds"))
        return errorOf({QT_TRANSLATE_NOOP("Core", "a profile of nvprof or the Visual Profiler"), exportNvprof}, path);
    if (has("STRING_IDS") || has("COMPUTE_TASK_INFO") || has("CANN_API") || has("AscendTask") ||
        has("CommAnalyzerTime") || has("StepTraceTime"))
        return errorOf(
            {QT_TRANSLATE_NOOP("Core", "a database of Ascend's profiler (torch_npu, msprof)"), ascendInstead}, path);
    return std::nullopt;
}

} // namespace ws
