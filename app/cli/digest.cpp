// warpscope-cli digest TRACE -o RANK.wsd [--mapping M] [--rank N] [--force]

#include "app/cli/cli.h"

#include "core/base/format.h"
#include "core/base/loadpreview.h"
#include "core/io/remote/remotecache.h"
#include "core/io/wholefile.h"
#include "core/readers/formats.h"
#include "core/session/digestfile.h"

namespace ws::cli {
namespace {

/// The digests that a host which packs the trace sends in front of it, checked; the columns are not waited for.
/// Empty: none came, and `run` is what did, null with a message if nothing did.
std::vector<RankDigestPtr> digestsOfHost(const QString &argument, RunPtr &run)
{
    Progress progress;
    progress.preview = std::make_shared<LoadPreview>();
    progress.preview->digestsCame = [&progress] { progress.cancel(); };
    const Result<RunPtr> loaded = ws::loadRun(argument, progress);
    if (const auto sent = readDigests(progress.preview->digests())) {
        std::vector<RankDigestPtr> digests;
        for (const RankDigestPtr &digest : *sent) {
            const auto here = std::make_shared<RankDigest>(*digest);
            here->file = argument.toStdString(); // as it was opened, not as the host did
            digests.push_back(here);
        }
        return digests;
    }
    if (loaded)
        run = *loaded;
    else
        printError(loaded.error().text());
    return {};
}

} // namespace

int runDigest(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption out({QStringLiteral("o"), QStringLiteral("output")}, App::tr("the file to write"),
                                 QStringLiteral("RANK.wsd"));
    const QCommandLineOption mapping(QStringLiteral("mapping"), App::tr("stages by this mapping: a name or FILE"),
                                     QStringLiteral("M"));
    const QCommandLineOption rank(QStringLiteral("rank"), App::tr("the rank, where the file does not name it"),
                                  QStringLiteral("N"));
    const QCommandLineOption force(QStringLiteral("force"), App::tr("replace the file if it exists"));
    parser.addOptions({out, mapping, rank, force});
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    if (!parser.isSet(out))
        return wrongUsage(self, App::tr("-o RANK.wsd is missing"));
    bool isNumber = true;
    const qlonglong number = parser.isSet(rank) ? parser.value(rank).toLongLong(&isNumber) : 0;
    if (!isNumber || number < 0)
        return wrongUsage(self, App::tr("--rank takes a number of 0 or more"));
    const std::optional<StageMapping> rules = loadMapping(parser.value(mapping));
    if (!rules)
        return Unreadable;
    const QString trace = parser.positionalArguments().front();
    RunPtr run;
    std::vector<RankDigestPtr> digests;
    if (remotePath(trace) && !parser.isSet(mapping) && !parser.isSet(rank))
        digests = digestsOfHost(trace, run);
    else
        run = loadRun(trace);
    if (digests.empty() && !run)
        return Unreadable;
    if (digests.empty())
        digests = *digestsOf(*run, *rules);
    if (digests.empty() || digests.front()->activities == 0) {
        printError(App::tr("%1: no GPU work with times and no named ranks are in it").arg(trace));
        return Unreadable;
    }
    if (parser.isSet(rank) && digests.size() == 1) {
        auto renamed = std::make_shared<RankDigest>(*digests.front());
        renamed->rank = number;
        digests = {renamed};
    }
    const auto written = writeWholeFile(parser.value(out), writeDigests(digests),
                                        parser.isSet(force) ? Existing::Replace : Existing::Refuse);
    if (!written) {
        printError(written.error().text());
        return Unreadable;
    }
    if (digests.front()->leftOut)
        printError(App::tr("%1 steps and collectives beyond the limits of a digest were left out")
                       .arg(formatCount(int64_t(digests.front()->leftOut))));
    return Ok;
}

} // namespace ws::cli
