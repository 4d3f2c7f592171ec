// warpscope-cli pack TRACE -o FILE.wsp|- [--force]

#include "app/cli.h"

#include "core/base/format.h"
#include "core/io/wholefile.h"
#include "core/readers/packed/packedrun.h"

#include <QBuffer>
#include <QFile>

#include <cstdio>

namespace ws::cli {
namespace {

int writeToOutput(const Run &run)
{
    QFile out;
    if (!out.open(stdout, QIODevice::WriteOnly | QIODevice::Unbuffered)) {
        printError(out.errorString());
        return Unreadable;
    }
    const Result<bool> written = writePacked(run, PackPurpose::Send, out);
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
    parser.addOptions({out, force});
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    if (!parser.isSet(out))
        return wrongUsage(self, App::tr("-o FILE.wsp is missing"));
    const RunPtr run = loadRun(parser.positionalArguments().front());
    if (!run)
        return Unreadable;
    const QString path = parser.value(out);
    if (path == QLatin1String("-"))
        return writeToOutput(*run);
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

} // namespace ws::cli
