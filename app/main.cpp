#include "app/mainwindow.h"
#include "app/screenshot.h"

#include <QApplication>
#include <QCommandLineParser>

#include <cstdio>

namespace {

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
    parser.addOptions({tab, screenshot, size});
    parser.addPositionalArgument(QStringLiteral("files"), tr("Profiles to open, or FILE#PART."),
                                 QStringLiteral("[FILE…]"));
    parser.process(app);
    if (!parseSize(parser.value(size)).isValid()) {
        std::fprintf(stderr, "%s\n", qPrintable(tr("--size: expected a size such as 1280x720")));
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
