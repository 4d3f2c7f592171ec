// The Mapping tab's edits of rules.

#include "widgets/mapping/mappingpanel.h"

#include "core/base/format.h"
#include "widgets/mapping/mappingcombo.h"
#include "widgets/mapping/mappingmodel.h"
#include "widgets/mapping/ruleregex.h"
#include "widgets/session/stagecolours.h"
#include "widgets/toolkit/plaintext.h"

#include <QColorDialog>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QMimeData>
#include <QTableView>
#include <QUrl>

namespace ws {
namespace {

constexpr qint64 largestImport = 16 << 20;

QString mappingIn(const QMimeData *data)
{
    const QList<QUrl> urls = data->urls();
    if (urls.size() != 1 || !urls.front().isLocalFile())
        return {};
    const QFileInfo file(urls.front().toLocalFile());
    if (file.suffix().toLower() != QLatin1String("json") || file.size() > largestImport)
        return {};
    return loadMappings(file.filePath()) ? file.filePath() : QString(); // else the window may open it
}

} // namespace

void MappingPanel::addRuleFor(const QString &kernel)
{
    const StageRun *run = m_controller->current();
    int row = m_model->rowCount();
    if (run && run->state && !run->own) {
        const MappingLevel level = m_model->isJoined() ? MappingLevel::Substage : m_model->level();
        const uint32_t now = firstRuleOf(*run->state->classes, level, *run->state->names, kernel.toStdString());
        if (now != noRule)
            row = static_cast<int>(now);
    }
    const std::span<const std::string_view> names =
        run && run->state ? run->state->names->plainTexts() : std::span<const std::string_view>();
    m_model->insert(row, {regexForKernel(kernel.toStdString(), names), MappingModel::newLabel, MappingModel::newLabel,
                          true, noColour});
    select(row);
    m_view->edit(m_view->currentIndex());
}

void MappingPanel::addRule()
{
    const int row = currentRow() < 0 ? m_model->rowCount() : currentRow();
    m_model->insert(row, {"name of a kernel", MappingModel::newLabel, MappingModel::newLabel, true, noColour});
    select(row);
    m_view->edit(m_view->currentIndex());
}

void MappingPanel::duplicateRule()
{
    if (const int row = currentRow(); row >= 0) {
        m_model->duplicate(row);
        select(row + 1);
    }
}

void MappingPanel::removeRules()
{
    std::vector<int> rows;
    for (const QModelIndex &index : m_view->selectionModel()->selectedRows())
        rows.push_back(index.row());
    if (!rows.empty())
        m_model->remove(rows);
}

void MappingPanel::moveBy(int rows)
{
    const int row = currentRow();
    const int to = row + rows;
    if (row < 0 || to < 0 || to >= m_model->rowCount())
        return;
    m_model->move(row, to);
    select(to);
}

void MappingPanel::chooseColour(int row)
{
    const QVariant now = m_model->data(m_model->index(row, MappingModel::Colour), Qt::DecorationRole);
    const QColor colour = QColorDialog::getColor(now.value<QColor>(), this, tr("Colour of the rule"));
    if (colour.isValid())
        m_model->setData(m_model->index(row, MappingModel::Colour), colour);
}

void MappingPanel::resetColour()
{
    if (const int row = currentRow(); row >= 0)
        m_model->setData(m_model->index(row, MappingModel::Colour), QVariant());
}

void MappingPanel::findNext()
{
    const QString wanted = m_search->text();
    const int rows = m_model->rowCount();
    for (int step = 1; step <= rows && !wanted.isEmpty(); ++step) {
        const int row = (currentRow() + step) % rows; // without a current row it starts at the first
        for (const int column : {MappingModel::Stage, MappingModel::Substage, MappingModel::Regex})
            if (m_model->index(row, column).data().toString().contains(wanted, Qt::CaseInsensitive))
                return select(row);
    }
}

void MappingPanel::saveAs()
{
    saveMappingAs(m_controller, this);
}

void MappingPanel::importDialog()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Import mapping"), {}, tr("Mappings (*.json)"), nullptr,
                                                      QFileDialog::ReadOnly);
    if (!path.isEmpty())
        importFile(path);
}

bool MappingPanel::importFile(const QString &path)
{
    const QString title = tr("Import mapping");
    const Result<MappingFile> file = loadMappings(path);
    if (!file) {
        warnPlainly(this, title, file.error().text());
        return false;
    }
    const StageMapping *chosen = &file->mappings.front();
    if (file->mappings.size() > 1) {
        QStringList names;
        for (const StageMapping &mapping : file->mappings)
            names << QString::fromStdString(mapping.name());
        bool ok = false;
        const QString name =
            QInputDialog::getItem(this, title, tr("This file holds several mappings:"), names, 0, false, &ok);
        if (!ok)
            return false;
        chosen = file->find(name.toStdString());
    }
    m_controller->document()->edit(*chosen, tr("Import %1").arg(QFileInfo(path).fileName()));
    QStringList lines;
    for (const Diagnostic &d : file->diagnostics.all())
        lines << (d.count > 1 ? tr("%1 (%2 times)").arg(d.message, formatCount(int64_t(d.count))) : d.message);
    if (!lines.isEmpty())
        informPlainly(this, title, lines.join(u'\n'));
    return true;
}

void MappingPanel::dragEnterEvent(QDragEnterEvent *event)
{
    if (!mappingIn(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MappingPanel::dropEvent(QDropEvent *event)
{
    const QString path = mappingIn(event->mimeData());
    if (path.isEmpty())
        return;
    event->acceptProposedAction();
    importFile(path);
}

} // namespace ws
