// Opening a trace against zlib alone and `gzip -dc`, memory after load and at its peak, and the accounting of it.
// usage: bench_open FILE.json.gz [ROUNDS]      prints Markdown; figures are medians, ratios of one round each
// Every opening runs in a child process of its own, so that its peak is its own.

#include "core/readers/formats.h"

#include <zlib.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

using namespace ws;
using Clock = std::chrono::steady_clock;

namespace {

double since(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// "VmRSS" or "VmHWM" of this process in bytes.
double memoryOf(const char *key)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.rfind(key, 0) == 0)
            return std::strtod(line.c_str() + std::string(key).size() + 1, nullptr) * 1024;
    return 0;
}

struct Inflated
{
    double seconds = 0, bytes = 0;
};

Inflated inflateOnly(const char *path)
{
    FILE *file = std::fopen(path, "rb");
    std::vector<unsigned char> in(256 * 1024), out(1 << 20);
    z_stream z{};
    inflateInit2(&z, 15 + 16);
    Inflated result;
    const auto start = Clock::now();
    for (int code = Z_OK; code == Z_OK || code == Z_STREAM_END;) {
        if (z.avail_in == 0) {
            z.avail_in = static_cast<uInt>(std::fread(in.data(), 1, in.size(), file));
            z.next_in = in.data();
            if (z.avail_in == 0)
                break;
        }
        if (code == Z_STREAM_END)
            inflateReset(&z);
        z.next_out = out.data();
        z.avail_out = static_cast<uInt>(out.size());
        code = inflate(&z, Z_NO_FLUSH);
        result.bytes += static_cast<double>(out.size() - z.avail_out);
    }
    result.seconds = since(start);
    inflateEnd(&z);
    std::fclose(file);
    return result;
}

struct Opened
{
    double seconds = 0, resident = 0, peak = 0, before = 0;
    double events = 0, slices = 0, lanes = 0, gpu = 0, launches = 0, ops = 0, flows = 0, strings = 0, seek = 0;
};

template <class... Columns> double bytesOf(const Columns &...columns)
{
    return (0.0 + ... + static_cast<double>(columns.memoryBytes()));
}

Opened openHere(const char *path)
{
    Opened result;
    result.before = memoryOf("VmRSS:");
    const auto start = Clock::now();
    Progress progress;
    const auto loaded = loadRun(QString::fromLocal8Bit(path), progress);
    result.seconds = since(start);
    if (!loaded) {
        std::fprintf(stderr, "%s\n", qPrintable(loaded.error().text()));
        return result;
    }
    result.resident = memoryOf("VmRSS:");
    result.peak = memoryOf("VmHWM:");
    const Run &run = **loaded;
    const Flows &flows = run.timeline.flows;
    result.events = static_cast<double>(run.info.totalEvents);
    result.slices = static_cast<double>(run.info.slices);
    result.flows = bytesOf(flows.id, flows.time, flows.track, flows.category, flows.kind);
    result.lanes = static_cast<double>(run.timeline.memoryBytes()) - result.flows;
    result.gpu = static_cast<double>(run.gpu.memoryBytes());
    result.launches = bytesOf(run.launches.slice, run.launches.op, run.launches.module);
    result.ops = bytesOf(run.ops.slice, run.ops.module, run.ops.sequence, run.ops.fwdThread, run.ops.shape);
    result.strings = static_cast<double>(run.strings.memoryBytes());
    result.seek = run.seek ? static_cast<double>(run.seek->memoryBytes()) : 0;
    return result;
}

Opened openInChild(const char *path)
{
    int ends[2];
    if (pipe(ends) != 0)
        return {};
    if (fork() == 0) {
        const Opened result = openHere(path);
        const bool written = write(ends[1], &result, sizeof result) == sizeof result;
        _exit(written && result.events > 0 ? 0 : 1);
    }
    Opened result;
    const bool read = ::read(ends[0], &result, sizeof result) == sizeof result;
    close(ends[0]);
    close(ends[1]);
    int status = 0;
    wait(&status);
    if (!read || status != 0)
        std::exit(1);
    return result;
}

double gzipTool(const char *path)
{
    const std::string command = "gzip -dc '" + std::string(path) + "' >/dev/null";
    const auto start = Clock::now();
    if (std::system(command.c_str()) != 0)
        std::exit(1);
    return since(start);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_open FILE.json.gz [ROUNDS]\n");
        return 2;
    }
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
    std::vector<double> zlib, gzip, open, byZlib, byGzip, resident, peak;
    Inflated inflated;
    Opened opened;
    for (int i = 0; i < rounds; ++i) {
        inflated = inflateOnly(argv[1]);
        opened = openInChild(argv[1]);
        gzip.push_back(gzipTool(argv[1]));
        zlib.push_back(inflated.seconds);
        open.push_back(opened.seconds);
        byZlib.push_back(opened.seconds / inflated.seconds);
        byGzip.push_back(opened.seconds / gzip.back());
        resident.push_back((opened.resident - opened.before) / opened.events);
        peak.push_back((opened.peak - opened.before) / opened.events);
    }
    std::printf("%.0f events, %.0f slices, %.0f MB of JSON, %d rounds\n\n", opened.events, opened.slices,
                inflated.bytes / 1e6, rounds);
    std::printf("| figure | value |\n|---|---|\n");
    std::printf("| zlib inflate alone | %.2f s (%.0f MB/s) |\n", median(zlib), inflated.bytes / 1e6 / median(zlib));
    std::printf("| gzip -dc | %.2f s |\n", median(gzip));
    std::printf("| open | %.2f s |\n", median(open));
    std::printf("| open / zlib | %.2f (best %.2f, worst %.2f) |\n", median(byZlib),
                *std::min_element(byZlib.begin(), byZlib.end()), *std::max_element(byZlib.begin(), byZlib.end()));
    std::printf("| open / gzip -dc | %.2f |\n", median(byGzip));
    std::printf("| resident after load | %.1f bytes an event |\n", median(resident));
    std::printf("| peak | %.1f bytes an event |\n", median(peak));
    std::printf("\nResident memory by owner, bytes an event: lanes %.1f, GPU work %.1f, launches %.1f, operators %.1f, "
                "flows %.1f, names %.2f, restart points %.1f (%.1f MB)\n",
                opened.lanes / opened.events, opened.gpu / opened.events, opened.launches / opened.events,
                opened.ops / opened.events, opened.flows / opened.events, opened.strings / opened.events,
                opened.seek / opened.events, opened.seek / 1e6);
    return 0;
}
