#include "app/appearance.h"
#include "app/mainwindow.h"
#include "app/screenshot.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>

#include <cstdio>

namespace {

/// Of an option that is needed before the options can be read: their own texts are translated.
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

QString tr(const char *text)
{
    return QCoreApplication::translate("main", text);
}

/// "1280x720"; empty when it is none.
QSize parseSize(const QString &text)
{
    const QStringList parts = text.split(u'x');
    const QSize size = parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
    return size.width() > 0 && size.height() > 0 ? size : QSize();
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication::setOrganizationName(QStringLiteral("warpscope"));
    QCoreApplication::setApplicationName(QStringLiteral("warpscope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(WARPSCOPE_VERSION));
    QApplication app(argc, argv);
    QApplication::setDesktopFileName(QStringLiteral("warpscope"));

    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/warpscope.svg")));
    ws::applyLanguage(earlyValue(argc, argv, "--lang"));

    const QCommandLineOption lang(QStringLiteral("lang"), tr("Language of the program, for example zh_CN or en."),
                                  QStringLiteral("locale"));
    const QCommandLineOption theme(QStringLiteral("theme"), tr("Colours: system, light or dark."),
                                   QStringLiteral("name"));
    const QCommandLineOption screenshot(QStringLiteral("screenshot"),
                                        tr("Save a picture of the window to <file> and quit."), QStringLiteral("file"));
    const QCommandLineOption size(QStringLiteral("size"), tr("Size of the window, for --screenshot."),
                                  QStringLiteral("WIDTHxHEIGHT"), QStringLiteral("1280x720"));
    const QCommandLineOption tab(QStringLiteral("tab"), tr("Panel to show first, for example kernels or file."),
                                 QStringLiteral("panel"));
    QCommandLineParser parser;
    parser.setApplicationDescription(tr("Viewer for GPU profiler traces."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions({lang, theme, tab, screenshot, size});
    parser.addPositionalArgument(QStringLiteral("files"), tr("Profiles to open, or FILE#PART."),
                                 QStringLiteral("[FILE…]"));
    parser.process(app);
    if (!parseSize(parser.value(size)).isValid()) {
        std::fprintf(stderr, "%s\n", qPrintable(tr("--size: expected a size such as 1280x720")));
        return 2;
    }
    ws::Theme::instance().install();
    if (!ws::applyTheme(parser.value(theme))) {
        std::fprintf(stderr, "%s\n", qPrintable(tr("--theme: expected system, light or dark")));
        return 2;
    }

    ws::MainWindow window;
    window.show();
    window.open(parser.positionalArguments());
    window.showPanel(parser.value(tab));
    if (parser.isSet(screenshot))
        new ws::Screenshot(&window, {parser.value(screenshot), parseSize(parser.value(size)), parser.value(tab)});
    return QApplication::exec();
}
