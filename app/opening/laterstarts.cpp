#include "app/opening/laterstarts.h"

#include "core/io/remote/remotepath.h"
#include "core/model/parts.h"
#include "core/session/viewlink.h"

#include <QFileInfo>
#include <QWidget>

namespace ws {

const QString runningInstanceSetting = QStringLiteral("window/openInRunning");

QString absoluteArgument(const QString &argument)
{
    if (isViewLink(argument))
        return argument;
    const PartName name = splitPart(argument);
    if (remotePath(name.file))
        return argument;
    const QString file = QFileInfo(name.file).absoluteFilePath();
    return name.part.isEmpty() ? file : file + u'#' + name.part;
}

void showInFront(QWidget *window)
{
    window->setWindowState(window->windowState() & ~Qt::WindowMinimized);
    window->show();
    window->raise();
    window->activateWindow();
}

} // namespace ws
