// usage: monkey [--seed N] [--actions N] [--files FILE_OR_FOLDER]… [--max-bytes N] [--hang SECONDS] [--models] [--slow]
// A run is repeated by its seed, its number of actions and its files. It ends with 0, or with the journal of the last
// actions: after a crash or a finding of a sanitizer, and with 3 when the window did not answer for this many seconds.

#include "monkey.h"
#include "watchdog.h"
#include "widgets/toolkit/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDesktopServices>
#include <QDir>
#include <QSettings>
#include <QTemporaryDir>
#include <QUrl>

#include <cstdio>
#include <map>
#include <mutex>

namespace {

std::mutex warningsMutex;
std::map<QString, int> warnings;

void countWarning(QtMsgType type, const QMessageLogContext &, const QString &message)
{
    if (type == QtFatalMsg)
        std::fprintf(stderr, "%s\n", qPrintable(message));
    const std::lock_guard lock(warningsMutex);
    if (type != QtDebugMsg)
        ++warnings[message.left(200)];
}

/// Everything the program writes by itself stays in this folder.
void settleIn(const QString &folder)
{
    QDir::setCurrent(folder);
    for (const char *variable : {"HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(variable, QFile::encodeName(folder));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder);
}

/// Opens no browser.
class NoBrowser : public QObject
{
    Q_OBJECT
public:
    NoBrowser()
    {
        for (const char *scheme : {"http", "https", "file", "mailto"})
            QDesktopServices::setUrlHandler(QLatin1String(scheme), this, "ignore");
    }

public slots:
    void ignore(const QUrl &) {}
};

struct Options
{
    QCommandLineOption seed{QStringLiteral("seed"), QStringLiteral("Seed."), QStringLiteral("N"), QStringLiteral("1")};
    QCommandLineOption actions{QStringLiteral("actions"), QStringLiteral("Number of actions."), QStringLiteral("N"),
                               QStringLiteral("2000")};
    QCommandLineOption files{QStringLiteral("files"), QStringLiteral("File or folder, repeatable."),
                             QStringLiteral("PATH")};
    QCommandLineOption maxBytes{QStringLiteral("max-bytes"), QStringLiteral("Leaves larger files out."),
                                QStringLiteral("N"), QStringLiteral("1000000")};
    QCommandLineOption hang{QStringLiteral("hang"), QStringLiteral("Longest time without an answer."),
                            QStringLiteral("SECONDS"), QStringLiteral("30")};
    QCommandLineOption models{QStringLiteral("models"), QStringLiteral("Checks every item model.")};
    QCommandLineOption slow{QStringLiteral("slow"), QStringLiteral("Files take up to a second more to read.")};
};

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir folder;
    const QString start = QDir::currentPath();
    settleIn(folder.path());
    qInstallMessageHandler(countWarning);
    QCoreApplication::setOrganizationName(QStringLiteral("warpscope-monkey"));
    QCoreApplication::setApplicationName(QStringLiteral("warpscope-monkey"));
    QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    ws::Theme::instance().install();
    const NoBrowser noBrowser;

    const Options options;
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions(
        {options.seed, options.actions, options.files, options.maxBytes, options.hang, options.models, options.slow});
    parser.process(application);
    QStringList files;
    for (const QString &file : parser.values(options.files))
        files << QDir(start).absoluteFilePath(file);

    // Never destroyed: what is found at the very end, such as a leak, is told with it.
    static auto &journal = *new ws::monkey::Journal(QCoreApplication::arguments().join(u' ').toStdString());
    ws::monkey::writeAtCrash(journal);
    QDir(folder.path()).mkdir(QStringLiteral("files"));
    ws::monkey::Prey prey(files, parser.value(options.maxBytes).toLongLong(), folder.filePath(QStringLiteral("files")));
    {
        const ws::monkey::Watchdog watchdog(journal, std::chrono::seconds(parser.value(options.hang).toInt()));
        ws::monkey::Monkey::Plan plan;
        plan.seed = parser.value(options.seed).toULongLong();
        plan.actions = parser.value(options.actions).toLongLong();
        plan.models = parser.isSet(options.models);
        plan.slow = parser.isSet(options.slow);
        ws::monkey::Monkey monkey(plan, prey, journal);
        monkey.run();
        const ws::monkey::Monkey::Met &met = monkey.met();
        std::printf("%d loads, %d menus, %d dialogs, %d answers to file dialogs, %d windows, %d loops deep, %d "
                    "comparisons, %d actions while a timeline filled\n",
                    met.loads, met.menus, met.dialogs, met.fileDialogs, met.windows, met.deepest, met.pairs,
                    met.filling);
    }
    std::printf("seed %s: %lld actions over %lld files, no finding\n", qPrintable(parser.value(options.seed)),
                static_cast<long long>(journal.count()), static_cast<long long>(prey.sourceCount()));
    for (const auto &[text, count] : warnings)
        std::printf("%d warnings: %s\n", count, qPrintable(text));
    return 0;
}

#include "main.moc"
