// What packing and reopening cost: bench_reopen FILE.json.gz [ROUNDS]. The cache lies in a temporary folder.

#include "core/readers/formats.h"
#include "core/readers/packed/packedrun.h"
#include "core/readers/packed/reopencache.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace ws;

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_reopen FILE.json.gz [ROUNDS]\n");
        return 2;
    }
    const QTemporaryDir home;
    qputenv("XDG_CACHE_HOME", home.path().toLocal8Bit());
    const QCoreApplication application(argc, argv);
    const QString path = QString::fromLocal8Bit(argv[1]);
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
    Progress progress;
    auto start = Clock::now();
    const auto run = loadRun(path, progress);
    const double opened = since(start);
    if (!run || !isWorthKeeping(**run)) {
        std::fprintf(stderr, "%s\n", run ? "too small to be kept" : qPrintable(run.error().text()));
        return 1;
    }
    start = Clock::now();
    if (!keepRun(**run, progress))
        return 1;
    const double kept = since(start);
    std::vector<double> reopened, unpacked;
    for (int i = 0; i < rounds; ++i) {
        start = Clock::now();
        const RunPtr again = keptRun(path);
        reopened.push_back(since(start));
        if (!again)
            return 1;
    }
    QByteArray bytes;
    QBuffer out(&bytes);
    out.open(QIODevice::WriteOnly);
    start = Clock::now();
    if (!writePacked(**run, PackPurpose::Send, out))
        return 1;
    const double packed = since(start);
    for (int i = 0; i < rounds; ++i) {
        start = Clock::now();
        const auto source = ByteSource::fromMemory({bytes.constData(), size_t(bytes.size())});
        if (!readPacked(*source, progress))
            return 1;
        unpacked.push_back(since(start));
    }
    const auto file = static_cast<double>(QFileInfo(path).size());
    const auto events = static_cast<double>((*run)->info.totalEvents);
    std::printf("| figure | value |\n|---|---|\n");
    std::printf("| open | %.2f s |\n| keep | %.2f s, %.0f MB |\n", opened, kept, double(reopenCacheBytes()) / 1e6);
    std::printf("| reopen | %.0f ms |\n", median(reopened) * 1e3);
    std::printf("| pack to send | %.2f s, %.1f MB: %.1f %% of the file, %.1f bytes an event |\n", packed,
                double(bytes.size()) / 1e6, double(bytes.size()) / file * 100, double(bytes.size()) / events);
    std::printf("| open what was packed | %.2f s |\n", median(unpacked));
    return 0;
}
