// warpscope-cli pack TRACE -o FILE.wsp|- [--force] [--stream], event TRACE OFFSET: what a Warpscope on another machine
// asks of this one, and what makes a file to send.

#include "app/cli/cli.h"

#include "core/base/format.h"
#include "core/io/pack/packkey.h"
#include "core/io/wholefile.h"
#include "core/readers/chrome/chrometext.h"
#include "core/readers/packed/packedrun.h"
#include "core/readers/packed/packpreview.h"
#include "core/report/overviewreport.h"
#include "core/session/digestfile.h"

#include <QBuffer>
#include <QFile>

#include <nlohmann/json.hpp>

#include <cstdio>

namespace ws::cli {
namespace {

/// Those of the run by the default mapping; empty: there is nothing for a job of ranks in it.
std::string digestsIn(const Run &run)
{
    const std::optional<StageMapping> rules = loadMapping({});
    if (!rules)
        return {};
    const std::vector<RankDigestPtr> digests = *digestsOf(run, *rules);
    return digests.empty() || digests.front()->activities == 0 ? std::string() : writeDigests(digests);
}

/// `isStream`: for a program that reads along, which asks for the texts of events later.
int writeToOutput(const RunPtr &run, bool isStream)
{
    if (isStream && !dynamic_cast<const ChromeText *>(run->eventText.get())) {
        printError(App::tr("only the events of a Chrome trace can be asked for later"));
        return Unreadable;
    }
    QFile out;
    if (!out.open(stdout, QIODevice::WriteOnly | QIODevice::Unbuffered)) {
        printError(out.errorString());
        return Unreadable;
    }
    const PackFront front =
        isStream ? packFront(*run, overviewText(*makeOverview({run})).toStdString(), digestsIn(*run)) : PackFront();
    const Result<bool> written =
        writePacked(*run, PackPurpose::Send, out, nullptr, isStream ? front.sections() : std::vector<PackSection>());
    if (written)
        return Ok;
    printError(written.error().text());
    return Unreadable;
}

} // namespace

int runPack(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption out({QStringLiteral("o"), QStringLiteral("output")},
                                 App::tr("the file to write; - is standard output"), QStringLiteral("FILE.wsp"));
    const QCommandLineOption force(QStringLiteral("force"), App::tr("replace the file if it exists"));
    const QCommandLineOption stream(QStringLiteral("stream"),
                                    App::tr("to standard output: the overview first, for a program that reads along"));
    const QCommandLineOption key(QStringLiteral("key"),
                                 App::tr("print what tells apart programs that pack differently, and end"));
    parser.addOptions({out, force, stream, key});
    if (const auto exit = parse(self, parser, arguments, 0, 1))
        return *exit;
    if (parser.isSet(key))
        return print(packKey() + '\n');
    if (parser.positionalArguments().isEmpty())
        return wrongUsage(self, App::tr("TRACE is missing"));
    if (!parser.isSet(out))
        return wrongUsage(self, App::tr("-o FILE.wsp is missing"));
    const RunPtr run = loadRun(parser.positionalArguments().front());
    if (!run)
        return Unreadable;
    const QString path = parser.value(out);
    if (path == QLatin1String("-"))
        return writeToOutput(run, parser.isSet(stream));
    if (parser.isSet(stream))
        return wrongUsage(self, App::tr("--stream goes to standard output: -o -"));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    const Result<bool> packed = writePacked(*run, PackPurpose::Send, buffer);
    const auto written = packed ? writeWholeFile(path, {bytes.constData(), size_t(bytes.size())},
                                                 parser.isSet(force) ? Existing::Replace : Existing::Refuse)
                                : Result<QString>(packed.error());
    if (!written) {
        printError(written.error().text());
        return Unreadable;
    }
    return Ok;
}

int runEvent(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    if (const auto exit = parse(self, parser, arguments, 2, 2))
        return *exit;
    bool isNumber = false;
    const qlonglong offset = parser.positionalArguments().at(1).toLongLong(&isNumber);
    if (!isNumber || offset < 0)
        return wrongUsage(self, App::tr("OFFSET is a number of bytes"));
    const auto event = eventJsonAt(parser.positionalArguments().front(), offset);
    if (!event) {
        printError(event.error().text());
        return Unreadable;
    }
    return print(event->dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n');
}

} // namespace ws::cli
