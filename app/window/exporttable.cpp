#include "app/window/exporttable.h"

#include "app/apptexts.h"
#include "app/window/messagebar.h"
#include "app/window/workspace.h"
#include "core/base/format.h"
#include "core/io/wholefile.h"
#include "widgets/toolkit/exports.h"
#include "widgets/toolkit/tableexport.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QUrl>

namespace ws {
namespace {

const TableSource *shownTable(const Workspace &workspace)
{
    const QWidget *panel = workspace.raisedPanel();
    for (const QWidget *child : panel ? panel->findChildren<QWidget *>() : QList<QWidget *>())
        if (const auto *table = child->isVisible() ? dynamic_cast<const TableSource *>(child) : nullptr)
            return table;
    return nullptr;
}

} // namespace

void exportShownTable(const Workspace &workspace, const QString &file, MessageBar &messages)
{
    const TableSource *table = shownTable(workspace);
    if (!table) {
        messages.showMessage(MessageBar::Kind::Notice,
                             App::tr("The panel in front holds no table; choose the Kernels tab first."));
        return;
    }
    // now: the table may change before the dialog closes
    const QString raw = table->csv(), forSpreadsheets = table->csv(CsvStyle::ForSpreadsheets);
    const QString rawKind = App::tr("CSV (*.csv)");
    const QString spreadsheetKind =
        App::tr("CSV for spreadsheets: an apostrophe before text that begins with = + - @ (*.csv)");
    QString kind = rawKind;
    const QString name = QStringLiteral("%1-%2.csv").arg(QFileInfo(file).completeBaseName(), table->tableId());
    const QString path =
        QFileDialog::getSaveFileName(messages.window(), App::tr("Export table"), Exports::instance().proposed(name),
                                     rawKind + QStringLiteral(";;") + spreadsheetKind, &kind);
    if (path.isEmpty())
        return;
    const auto written =
        writeWholeFile(path, (kind == spreadsheetKind ? forSpreadsheets : raw).toStdString(), Existing::Replace);
    if (written)
        return showWritten(path, messages);
    messages.showMessage(
        MessageBar::Kind::Error,
        App::tr("%1 could not be written: %2").arg(QFileInfo(path).fileName(), written.error().message), path);
}

void showWritten(const QString &path, MessageBar &messages)
{
    const QFileInfo file(path);
    Exports::instance().noteWritten(path);
    messages.showMessage(MessageBar::Kind::Notice,
                         App::tr("%1 is written, %2.").arg(file.fileName(), formatBytes(file.size())),
                         file.absoluteFilePath());
    messages.setPassing();
    messages.setAction(App::tr("Open It"), [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); });
}

} // namespace ws
