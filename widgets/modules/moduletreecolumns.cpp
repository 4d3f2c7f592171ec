#include "widgets/modules/moduletreecolumns.h"

#include "widgets/modules/moduletreemodel.h"
#include "widgets/modules/moduletreeview.h"
#include "widgets/toolkit/elidingheader.h"

#include <QHeaderView>
#include <QMenu>
#include <QSettings>

#include <algorithm>
#include <utility>

namespace ws {
namespace {

const QString hiddenKey = QStringLiteral("tables/modules/hidden");
const QString shownKey = QStringLiteral("tables/modules/shown"); // of those that are hidden at first
constexpr int minNames = 260; ///< px

} // namespace

ModuleTreeColumns::ModuleTreeColumns(ModuleTreeView *view, ModuleTreeModel *model)
    : QObject(view), m_view(view), m_model(model)
{
    connect(view->header(), &QHeaderView::sectionResized, this,
            [this](int column, int before, int now) { // hiding and showing come as widths of 0
                if (m_fitted && !m_fitting && before > 0 && now > 0)
                    (column == 0 ? m_namesFixed : m_numbersFixed) = true;
            });
    view->header()->setResizeContentsPrecision(50);
    connect(view->header(), &QWidget::customContextMenuRequested, this, &ModuleTreeColumns::showMenu);
    restore();
}

void ModuleTreeColumns::hideEmpty()
{
    const auto &nodes = m_model->tree()->nodes;
    const bool layerwise = m_model->tree()->source == "layerwise";
    const bool traces =
        layerwise && std::any_of(nodes.begin(), nodes.end(), [](const auto &n) { return !n.detail.empty(); });
    const bool cpu = std::any_of(nodes.begin(), nodes.end(), [](const auto &n) { return n.cpuNs >= 0; });
    m_view->setColumnHidden(ModuleTreeModel::Trace, !traces || isHidden(ModuleTreeModel::Trace));
    m_view->setColumnHidden(ModuleTreeModel::Cpu, !cpu || isHidden(ModuleTreeModel::Cpu));
    for (int c = ModuleTreeModel::FirstLimit; c <= ModuleTreeModel::LastLimit; ++c) // profiles have theirs in Limits
        m_view->setColumnHidden(c, layerwise || isHidden(c));
}

bool ModuleTreeColumns::areLimitsShown() const
{
    for (int c = ModuleTreeModel::FirstLimit; c <= ModuleTreeModel::LastLimit; ++c)
        if (!m_view->isColumnHidden(c))
            return true;
    return false;
}

void ModuleTreeColumns::fit()
{
    m_fitted = true;
    fitAgain();
}

void ModuleTreeColumns::fitAgain()
{
    if (!m_fitted || std::exchange(m_fitting, true))
        return;
    if (!m_numbersFixed)
        fitNumbers();
    if (!m_namesFixed)
        fitNames();
    m_fitting = false;
}

/// Units go below the headings where the columns would have no room.
void ModuleTreeColumns::fitNumbers()
{
    const QAbstractItemView *cells = m_view; // QTreeView hides the hint
    auto *header = static_cast<ElidingHeader *>(m_view->header());
    int wanted = minNames;
    for (int c = 1; c < ModuleTreeModel::Trace; ++c)
        if (!m_view->isColumnHidden(c))
            wanted += std::max(cells->sizeHintForColumn(c), header->titleWidth(c, false));
    header->setUnitsBelow(wanted > m_view->viewport()->width());
    for (int c = 1; c < ModuleTreeModel::Trace; ++c)
        if (!m_view->isColumnHidden(c))
            m_view->resizeColumnToContents(c);
}

void ModuleTreeColumns::fitNames()
{
    const bool hasTraces = !m_view->isColumnHidden(ModuleTreeModel::Trace); // they have the rest
    const int maxNames = hasTraces ? 480 : 960;
    int others = 0;
    for (int c = 1; c < ModuleTreeModel::Trace; ++c)
        others += m_view->isColumnHidden(c) ? 0 : m_view->columnWidth(c);
    if (hasTraces) // its begin, the call that launched the kernel, is in sight
        others += std::min(m_view->columnWidth(ModuleTreeModel::Trace), m_view->viewport()->width() / 5);
    m_view->setColumnWidth(0, std::clamp(m_view->viewport()->width() - others, minNames, maxNames));
}

void ModuleTreeColumns::showMenu(const QPoint &at)
{
    QHeaderView *header = m_view->header();
    auto *menu = new QMenu(m_view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int c = 1; c < ModuleTreeModel::ColumnCount; ++c) {
        QAction *action = menu->addAction(m_model->columns()[static_cast<size_t>(c)].title);
        action->setCheckable(true);
        action->setChecked(!header->isSectionHidden(c));
        connect(action, &QAction::toggled, this, [this, header, c](bool shown) {
            header->setSectionHidden(c, !shown);
            const ReportColumn &column = m_model->columns()[static_cast<size_t>(c)];
            const auto id = QString::fromStdString(column.id);
            const QString &key = column.optional ? shownKey : hiddenKey;
            QStringList chosen = QSettings().value(key).toStringList();
            chosen.removeAll(id);
            if (shown == column.optional)
                chosen << id;
            QSettings().setValue(key, chosen);
            if (shown && column.optional)
                emit limitsShown();
        });
    }
    menu->popup(header->mapToGlobal(at));
}

bool ModuleTreeColumns::isHidden(int column) const
{
    const ReportColumn &described = m_model->columns()[static_cast<size_t>(column)];
    const QString &key = described.optional ? shownKey : hiddenKey;
    return QSettings().value(key).toStringList().contains(QString::fromStdString(described.id)) != described.optional;
}

void ModuleTreeColumns::restore()
{
    m_view->setColumnWidth(0, 460);
    for (int c = 1; c < ModuleTreeModel::ColumnCount; ++c) {
        m_view->setColumnWidth(c, c == ModuleTreeModel::Trace ? 360 : 110);
        m_view->header()->setSectionHidden(c, isHidden(c));
    }
}

} // namespace ws
