// What the Mapping tab does to the rules.

#include "widgets/mapping/mappingpanel.h"

#include "widgets/mapping/mappingcombo.h"
#include "widgets/mapping/mappingmodel.h"
#include "widgets/session/stagecolours.h"
#include "widgets/toolkit/plaintext.h"

#include <QColorDialog>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QItemSelectionModel>
#include <QLabel>
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
    return loadMappings(file.filePath()) ? file.filePath() : QString(); // else the window may know what it is
}

} // namespace

std::string regexForKernel(std::string_view kernel)
{
    if (kernel.starts_with("void "))
        kernel.remove_prefix(5);
    const size_t end = kernel.find_first_of("<( ");
    std::string_view function = kernel.substr(0, end);
    if (function.size() < 4 || function.starts_with("Memcpy") || function.starts_with("Memset"))
        function = kernel;
    std::string regex;
    for (char c : function) {
        if (std::string_view("\\.^$*+?()[]{}|").find(c) != std::string_view::npos)
            regex += '\\';
        regex += c;
    }
    return regex;
}

void MappingPanel::addRuleFor(const QString &kernel)
{
    const StageRun *run = m_controller->current();
    int row = m_model->rowCount();
    if (run && run->state && !run->own) {
        const MappingLevel level = m_model->isJoined() ? MappingLevel::Substage : m_model->level();
        const Explanation now = explain(*run->state->classes, level, kernel.toStdString());
        if (now.winner != noRule)
            row = static_cast<int>(now.winner);
    }
    m_model->insert(row, {regexForKernel(kernel.toStdString()), "new", "new", true, noColour});
    select(row);
    m_view->edit(m_view->currentIndex());
}

void MappingPanel::addRule()
{
    const int row = currentRow() < 0 ? m_model->rowCount() : currentRow();
    m_model->insert(row, {"name of a kernel", "new", "new", true, noColour});
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
    const StageRule &rule = m_model->rule(row);
    const QRgb now = labelColour(Palette::current(), rule.stage.empty() ? rule.substage : rule.stage, rule.colour);
    const QColor colour = QColorDialog::getColor(QColor(now), this, tr("Colour of the rule"));
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
        const int row = (currentRow() + step) % rows; // without a current row from the first on
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
    const QString path = QFileDialog::getOpenFileName(this, tr("Import mapping"), {}, tr("Mappings (*.json)"));
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
        lines << (d.count > 1 ? tr("%1 (%2 times)").arg(d.message).arg(d.count) : d.message);
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

QString MappingPanel::explanation(const QString &kernel) const
{
    const StageRun *run = m_controller->current();
    if (!run || !run->state)
        return tr("Open a trace first.");
    const Classification &classes = *run->state->classes;
    QStringList lines;
    for (const MappingLevel level : {MappingLevel::Stage, MappingLevel::Substage}) {
        const Explanation found = explain(classes, level, kernel.toStdString());
        const QString list = level == MappingLevel::Stage ? tr("Stage") : tr("Substage");
        if (found.winner == noRule) {
            lines << tr("%1: no rule matches.").arg(list);
            continue;
        }
        const LabelRule &rule = classes.rules(level)[found.winner];
        lines << tr("%1: %2, by row %3, whose regex “%4” is the first that is found in the name.")
                     .arg(list, QString::fromStdString(rule.label))
                     .arg(found.winner + 1)
                     .arg(QString::fromStdString(rule.regex));
        if (m_model->isJoined() && level == MappingLevel::Stage)
            continue;
        QStringList others;
        for (uint32_t row : found.others)
            if (!isCatchAll(classes.rules(level)[row].regex))
                others << QString::number(row + 1);
        if (!others.isEmpty())
            lines << tr("Later rows that match too: %1.").arg(others.join(QStringLiteral(", ")));
        if (!found.inError.empty())
            lines << tr("%1 rows could not be decided.").arg(found.inError.size());
    }
    return lines.join(u'\n');
}

void MappingPanel::test()
{
    const QString name = m_test->text();
    m_result->setVisible(!name.isEmpty());
    if (!name.isEmpty())
        m_result->setText(explanation(name));
}

} // namespace ws
