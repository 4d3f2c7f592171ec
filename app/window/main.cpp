#include "app/apptexts.h"
#include "app/chart/chartcommand.h"
#include "app/opening/fileassociation.h"
#include "app/opening/laterstarts.h"
#include "app/window/appearance.h"
#include "app/window/mainwindow.h"
#include "app/window/runviews.h"
#include "app/window/screenshot.h"
#include "core/base/platform.h"
#include "core/readers/chrome/chosenrows.h"
#include "widgets/timeline/rowheader.h"
#include "widgets/toolkit/backgroundjob.h"
#include "widgets/toolkit/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>
#include <QScreen>
#include <QSettings>
#include <QStandardPaths>
#include <QUrl>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace {

constexpr int aboutTitleBar = 40; ///< px

/// The value of an option needed before parsing, because the texts of the options are translated.
QString earlyValue(int argc, char **argv, const QByteArray &option)
{
    for (int i = 1; i < argc; ++i) {
        const QByteArray argument(argv[i]);
        if (argument == option && i + 1 < argc)
            return QString::fromLocal8Bit(argv[i + 1]);
        if (argument.startsWith(option + '='))
            return QString::fromLocal8Bit(argument.mid(option.size() + 1));
    }
    return {};
}

/// "1280x720"; empty when invalid.
QSize parseSize(const QString &text)
{
    const QStringList parts = text.split(u'x');
    const QSize size = parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
    return size.width() > 0 && size.height() > 0 ? size : QSize();
}

/// "12.5-20", in ms; empty: no range. Nothing when invalid.
std::optional<std::optional<ws::TimeRange>> parseRange(const QString &text)
{
    if (text.isEmpty())
        return std::optional<ws::TimeRange>();
    const QStringList parts = text.split(u'-');
    bool isBegin = false, isEnd = false;
    const double begin = parts.value(0).toDouble(&isBegin), end = parts.value(1).toDouble(&isEnd);
    if (parts.size() != 2 || !isBegin || !isEnd || !(begin < end) || end > 9e12)
        return std::nullopt;
    return ws::TimeRange{qRound64(begin * 1e6), qRound64(end * 1e6)};
}

/// Pictures, help and version also work on machines without a display.
void useOffscreenWhenPossible(int argc, char **argv)
{
    const bool display = qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
    if (display || qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        return;
    for (int i = 1; i < argc; ++i) {
        const QByteArray option = QByteArray(argv[i]).split('=').first();
        if (option == "--screenshot" || option == "--help" || option == "-h" || option == "--version" || option == "-v")
            qputenv("QT_QPA_PLATFORM", "offscreen");
    }
}

struct Options
{
    QCommandLineOption lang{QStringLiteral("lang"), ws::App::tr("Language of the program, for example zh_CN or en."),
                            QStringLiteral("locale")};
    QCommandLineOption theme{QStringLiteral("theme"), ws::App::tr("Colours: system, light or dark."),
                             QStringLiteral("name")};
    QCommandLineOption tab{QStringLiteral("tab"), ws::App::tr("Panel to show first, for example kernels or file."),
                           QStringLiteral("panel")};
    QCommandLineOption newWindow{
        QStringLiteral("new-window"),
        ws::App::tr("Open a window of its own, also when one runs that would take the files.")};
    QCommandLineOption screenshot{QStringLiteral("screenshot"),
                                  ws::App::tr("Save a picture of the window to <file> and quit."),
                                  QStringLiteral("file")};
    QCommandLineOption size{QStringLiteral("size"), ws::App::tr("Size of the window, for --screenshot."),
                            QStringLiteral("WIDTHxHEIGHT"), QStringLiteral("1280x720")};
    QCommandLineOption select{QStringLiteral("select"),
                              ws::App::tr("Select the first slice whose name contains <text>, for --screenshot."),
                              QStringLiteral("text")};
    QCommandLineOption range{QStringLiteral("range"), ws::App::tr("Range in ms such as 12.5-20, for --screenshot."),
                             QStringLiteral("FROM-TO")};
    QCommandLineOption zoom{QStringLiteral("zoom"), ws::App::tr("Show only the time of --range, for --screenshot.")};
    QCommandLineOption associate{
        QStringLiteral("register"),
        ws::App::tr("Offer this program for profiles under “Open with” of the file manager, and quit.")};
    QCommandLineOption forget{QStringLiteral("unregister"), ws::App::tr("Take back what --register did, and quit.")};

    /// Prints the help or the version and ends the program if requested. False: wrong usage.
    bool parse(QCommandLineParser &parser) const
    {
        parser.setApplicationDescription(
            ws::App::tr("Viewer for GPU profiler traces.") + u'\n' +
            ws::App::tr("“warpscope chart FILE… -o OUT” draws the stage chart without a display."));
        parser.addHelpOption();
        parser.addVersionOption();
        parser.addOptions({lang, theme, tab, newWindow, screenshot, size, select, range, zoom});
        if (ws::mayAssociateFiles())
            parser.addOptions({associate, forget});
        parser.addPositionalArgument(QStringLiteral("files"),
                                     ws::App::tr("Profiles to open: FILE, FILE#PART, HOST:/PATH, or - for "
                                                 "standard input. Exactly two are compared."),
                                     QStringLiteral("[FILE…]"));
        if (!parser.parse(QCoreApplication::arguments()))
            return false;
        for (const char *option : {"help", "help-all", "version"})
            if (parser.isSet(QLatin1String(option)))
                parser.process(*QCoreApplication::instance());
        return true;
    }
};

int wrongUsage(const QString &message)
{
    std::fprintf(stderr, "%s\n", qPrintable(message));
    return 2;
}

/// A desktop gives files as URLs.
QStringList filesOf(const QCommandLineParser &parser)
{
    QStringList files = parser.positionalArguments();
    for (QString &file : files)
        if (file.startsWith(QLatin1String("file://")))
            file = QUrl(file).toLocalFile();
    return files;
}

/// A start that is by itself, and gives its files to no other window.
bool isAlone(const QCommandLineParser &parser, const Options &options)
{
    const QCommandLineOption own[] = {options.newWindow, options.lang, options.theme, options.screenshot};
    return std::ranges::any_of(own, [&](const QCommandLineOption &option) { return parser.isSet(option); });
}

/// ssh asks for passwords in a window where a program for that is installed, not in the terminal behind this one.
void useAskpass()
{
    const bool hasProgram = qEnvironmentVariableIsSet("SSH_ASKPASS") ||
                            !QStandardPaths::findExecutable(QStringLiteral("ssh-askpass")).isEmpty();
    if (hasProgram && !qEnvironmentVariableIsSet("SSH_ASKPASS_REQUIRE"))
        qputenv("SSH_ASKPASS_REQUIRE", "prefer");
}

/// The lifetime of the window.
int runWindow(const QCommandLineParser &parser, const Options &options, const std::optional<ws::TimeRange> &range)
{
    const QStringList files = filesOf(parser);
    const bool readsInput = files.contains(QStringLiteral("-")); // which is this process'
    ws::LaterStarts laterStarts(readsInput || isAlone(parser, options));
    if (!files.isEmpty() && laterStarts.handOver(files, parser.value(options.tab)))
        return 0;
    ws::MainWindow window;
    laterStarts.take(&window, [&window](const QStringList &arguments, const QString &panel) {
        window.open(arguments);
        if (!window.panelIds().contains(panel))
            return;
        if (window.isLoading())
            window.views()->wantPanel(panel);
        else
            window.showPanel(panel);
    });
    const QStringList panels = window.panelIds();
    const QString tab = parser.value(options.tab);
    if (!tab.isEmpty() && !panels.contains(tab))
        return wrongUsage(ws::App::tr("--tab: expected one of %1").arg(panels.join(QStringLiteral(", "))));
    if (parser.isSet(options.screenshot)) // receives every load from the first one on
        new ws::Screenshot(&window, {parser.value(options.screenshot), parseSize(parser.value(options.size)), tab,
                                     parser.value(options.select), range, parser.isSet(options.zoom)});
    else if (!window.isMaximized() && !window.isFullScreen())
        window.resize(window.size().boundedTo(window.screen()->availableSize() - QSize(0, aboutTitleBar)));
    window.show();
    window.open(files);
    window.showPanel(tab);
    return QApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication::setOrganizationName(QStringLiteral("warpscope"));
    QCoreApplication::setApplicationName(QStringLiteral("warpscope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(WARPSCOPE_VERSION));
    ws::setGpuRows(QSettings().value(QLatin1String(ws::gpuRowsSetting)).toStringList());
    if (argc > 1 && std::string_view(argv[1]) == "chart")
        return ws::runChartCommand(argc, argv);
    useOffscreenWhenPossible(argc, argv);
    QApplication app(argc, argv);
    QApplication::setDesktopFileName(QStringLiteral("org.warpscope.Warpscope"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/warpscope.svg")));
    ws::applyLanguage(earlyValue(argc, argv, "--lang"));

    const Options options;
    QCommandLineParser parser;
    if (!options.parse(parser))
        return wrongUsage(parser.errorText());
    if (ws::mayAssociateFiles() && parser.isSet(options.associate))
        return ws::associateFiles() ? 0 : 1;
    if (ws::mayAssociateFiles() && parser.isSet(options.forget))
        return ws::forgetFiles() ? 0 : 1;
    if (!parseSize(parser.value(options.size)).isValid())
        return wrongUsage(ws::App::tr("--size: expected a size such as 1280x720"));
    const auto range = parseRange(parser.value(options.range));
    if (!range)
        return wrongUsage(ws::App::tr("--range: expected a range in ms such as 12.5-20"));
    if (parser.isSet(options.zoom) && !*range)
        return wrongUsage(ws::App::tr("--zoom needs --range"));
    ws::Theme::instance().install();
    if (!ws::applyTheme(parser.value(options.theme)))
        return wrongUsage(ws::App::tr("--theme: expected system, light or dark"));

    useAskpass();
    const int code = runWindow(parser, options, *range);
    ws::platform::endWhereItMayHang(code, ws::anyOwnThreadWorks()); // such a thread reads a pipe
    return code;
}
