#include "widgets/modules/moduletreepane.h"

#include "core/report/moduleexport.h"
#include "widgets/modules/moduletreecolumns.h"
#include "widgets/modules/moduletreeview.h"
#include "widgets/toolkit/linelabel.h"
#include "widgets/toolkit/plaintext.h"

#include "widgets/toolkit/wraplayout.h"
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace ws {

ModuleTreePane::ModuleTreePane(QWidget *parent) : QWidget(parent), m_model(new ModuleTreeModel(this))
{
    build();
    buildView();
}

QToolButton *ModuleTreePane::addButton(const QString &text, const QString &toolTip)
{
    auto *button = new QToolButton(this);
    button->setText(text);
    button->setAutoRaise(true);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    m_bar->addWidget(button);
    return button;
}

void ModuleTreePane::build()
{
    m_bar = new WrapLayout;
    m_bar->setContentsMargins(8, 4, 8, 4);
    m_bar->setSpacing(8);
    m_bar->addStretch(1);
    QToolButton *depth = addButton(tr("Depth"), tr("Expand to a depth"));
    auto *depths = new QMenu(depth);
    for (uint32_t d = 0; d <= 8; ++d)
        depths->addAction(d ? tr("%1 levels below the roots").arg(d) : tr("Roots only"), this,
                          [this, d] { expandToDepth(d); });
    depth->setMenu(depths);
    depth->setPopupMode(QToolButton::InstantPopup);
    depth->setMinimumWidth(depth->sizeHint().width() + 12); // or the arrow covers the text
    m_costliest = addButton(tr("Costliest"), {});
    connect(m_costliest, &QToolButton::clicked, this, &ModuleTreePane::expandCostliest);
    m_filter = new QLineEdit(this);
    m_filter->setPlaceholderText(tr("Filter names")); // as of tables: more has no room in a small window
    m_filter->setAccessibleName(tr("Filter modules and kernels"));
    m_filter->setToolTip(tr("Enter and Shift+Enter go from match to match"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAcceptDrops(false);
    m_filter->setMaximumWidth(320);
    m_filter->installEventFilter(this);
    m_bar->addWidget(m_filter, 2);
    m_regex = addButton(QStringLiteral(".*"), tr("The filter is a regular expression"));
    m_regex->setCheckable(true);
    m_line = new LineLabel(this);
    m_line->setContentsMargins(8, 2, 8, 2);
    m_view = new ModuleTreeView(this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_bar);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_line);
    connect(m_filter, &QLineEdit::textChanged, this, &ModuleTreePane::applyFilter);
    connect(m_regex, &QToolButton::toggled, this, &ModuleTreePane::applyFilter);
}

void ModuleTreePane::buildView()
{
    m_view->setAccessibleName(tr("Modules"));
    m_view->setModel(m_model);
    m_view->installEventFilter(this);
    m_view->viewport()->installEventFilter(this);
    m_columns = new ModuleTreeColumns(m_view, m_model);
    connect(m_columns, &ModuleTreeColumns::limitsShown, this, &ModuleTreePane::limitsShown);
    connect(m_view, &QTreeView::expanded, this, [this](const QModelIndex &index) {
        if (!m_automatic)
            m_expanded.insert(m_model->nodeOf(index));
    });
    connect(m_view, &QTreeView::collapsed, this,
            [this](const QModelIndex &index) { m_expanded.erase(m_model->nodeOf(index)); });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ModuleTreePane::updateCostliest);
    // Focus alone makes the first row the current one, and chooses nothing.
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this](const QItemSelection &now) {
        if (!m_automatic)
            emit selected(m_model->nodeOf(now.indexes().value(0)));
    });
    connect(m_view, &QAbstractItemView::activated, this,
            [this](const QModelIndex &index) { emit activated(m_model->nodeOf(index)); });
    connect(m_view, &QWidget::customContextMenuRequested, this, &ModuleTreePane::showMenu);
}

void ModuleTreePane::setTree(std::shared_ptr<const ModuleTree> tree, std::shared_ptr<const NodeNames> names)
{
    const std::shared_ptr<const ModuleTree> before = m_model->sharedTree();
    const std::set<uint32_t> expanded = before && tree ? sameRows(*before, m_expanded, *tree) : std::set<uint32_t>();
    const bool isFirst = !m_model->tree();
    m_automatic = true;
    m_model->setTree(std::move(tree), std::move(names));
    m_automatic = false;
    m_expanded = expanded;
    restoreExpanded();
    if (m_model->tree())
        m_columns->hideEmpty();
    if (isFirst && m_model->tree()) {
        expandToDepth(1);
        m_columns->fit();
    } else {
        m_columns->fitAgain();
    }
    applyFilter();
    updateCostliest();
}

void ModuleTreePane::restoreExpanded()
{
    m_automatic = true;
    const std::set<uint32_t> wanted = m_expanded; // collapseAll() emits a signal for each row
    m_view->collapseAll();
    m_expanded = wanted;
    m_view->deferLayout();
    for (const uint32_t node : wanted)
        m_view->expand(m_model->indexOf(node));
    m_automatic = false;
}

void ModuleTreePane::expandToDepth(uint32_t depth)
{
    const ModuleTree *tree = m_model->tree();
    if (!tree)
        return;
    m_view->collapseAll();
    m_expanded.clear();
    m_view->deferLayout();
    size_t shown = tree->rootCount;
    for (uint32_t row = 0; row < tree->nodes.size() && tree->nodes[row].depth < depth; ++row) {
        shown += tree->nodes[row].childCount;
        if (shown > maxExpanded)
            break;
        if (tree->nodes[row].childCount)
            m_view->expand(m_model->indexOf(row));
    }
    if (m_view->currentIndex().isValid())
        m_view->scrollTo(m_view->currentIndex());
}

void ModuleTreePane::expandTo(uint32_t node)
{
    for (uint32_t at = m_model->tree()->nodes[node].parent; at != UINT32_MAX; at = m_model->tree()->nodes[at].parent)
        m_view->expand(m_model->indexOf(at));
}

/// A button that cannot act says why.
void ModuleTreePane::updateCostliest()
{
    const bool canGo = m_model->tree() && !costliestPath(*m_model->tree(), currentNode()).empty();
    m_costliest->setEnabled(canGo);
    m_costliest->setToolTip(canGo ? tr("Expand the costliest path below the current row (C)")
                                  : tr("The current row has nothing below it."));
}

void ModuleTreePane::expandCostliest()
{
    if (!m_model->tree())
        return;
    const uint32_t from = currentNode();
    uint32_t last = from;
    m_view->deferLayout();
    for (const uint32_t node : costliestPath(*m_model->tree(), from)) {
        const QModelIndex index = m_model->indexOf(node);
        if (!index.isValid())
            break;
        if (last == from) // below, each row is the parent of the next
            expandTo(node);
        else
            m_view->expand(m_model->indexOf(last));
        last = node;
    }
    if (last == from)
        return;
    m_view->setCurrentIndex(m_model->indexOf(last));
    m_view->scrollTo(m_view->currentIndex());
}

bool ModuleTreePane::reveal(uint32_t node)
{
    const QModelIndex index = m_model->indexOf(node);
    if (!index.isValid())
        return false;
    m_view->deferLayout();
    expandTo(node);
    m_automatic = true;
    m_view->setCurrentIndex(index);
    m_automatic = false;
    m_view->scrollTo(index, QAbstractItemView::PositionAtCenter);
    return true;
}

uint32_t ModuleTreePane::currentNode() const
{
    return m_model->nodeOf(m_view->currentIndex());
}

void ModuleTreePane::setLimits(std::vector<NamedLimit> limits)
{
    m_model->setLimits(std::move(limits));
    m_columns->fitAgain();
}

bool ModuleTreePane::areLimitsShown() const
{
    return m_columns->areLimitsShown();
}

void ModuleTreePane::setFilter(const QString &text, bool regex)
{
    m_regex->setChecked(regex);
    m_filter->setText(text);
}

void ModuleTreePane::applyFilter()
{
    m_job.cancel();
    m_problem.clear();
    const QString text = m_filter->text();
    const NamePattern pattern(text, m_regex->isChecked());
    QPalette colours;
    if (!pattern.error().isEmpty())
        colours.setColor(QPalette::Text, QColor(0xcc, 0x33, 0x33));
    m_filter->setPalette(colours);
    m_filter->setToolTip(pattern.error().isEmpty() ? tr("Enter and Shift+Enter go from match to match")
                                                   : pattern.error());
    if (!pattern.isRegex() || pattern.isEmpty())
        return filterRows([&] { m_model->setFilter(text); });
    if (pattern.error().isEmpty() && m_model->names())
        m_job.start([names = m_model->names(),
                     pattern](const Progress &progress) { return names->matching(pattern, &progress); },
                    [this](const auto &matches) {
                        m_problem = matches ? (*matches)->problem : JobErrors::text(matches.error());
                        if (!matches)
                            return updateNote();
                        filterRows([&] { m_model->setMatches((*matches)->rows); });
                    });
}

void ModuleTreePane::filterRows(const std::function<void()> &filter)
{
    const bool wasFiltered = m_model->isFiltered();
    m_automatic = true; // the user did not choose the rows that the filter hides
    filter();
    m_automatic = false;
    if (m_model->isFiltered())
        expandMatches();
    else if (wasFiltered)
        restoreExpanded();
    updateNote();
}

/// Makes the first matches in order of depth visible; a million would take seconds.
void ModuleTreePane::expandMatches()
{
    constexpr size_t max = 200;
    const ModuleTree &tree = *m_model->tree();
    size_t shown = 0;
    m_automatic = true;
    m_view->deferLayout();
    std::set<uint32_t> done;
    for (uint32_t row = 0; row < tree.nodes.size() && shown < max; ++row) {
        if (!m_model->matches()[row])
            continue;
        ++shown;
        for (uint32_t at = tree.nodes[row].parent; at != UINT32_MAX && done.insert(at).second;
             at = tree.nodes[at].parent)
            m_view->expand(m_model->indexOf(at));
    }
    m_automatic = false;
}

void ModuleTreePane::setNote(const QString &text)
{
    m_note = text;
    updateNote();
}

void ModuleTreePane::updateNote()
{
    const QString found =
        tr("%1 of %2 rows match")
            .arg(formatCount(static_cast<int64_t>(m_model->matchCount())),
                 formatCount(static_cast<int64_t>(m_model->isFiltered() ? m_model->tree()->nodes.size() : 0)));
    QString text = m_model->isFiltered() ? found : m_note;
    if (!m_problem.isEmpty())
        text = tr("%1; %2").arg(text, m_problem);
    if (m_model->tree() && isTooDeep(*m_model->tree()))
        text +=
            QStringLiteral("  ·  ") + tr("rows below %1 levels are not shown; the exports have them").arg(deepestShown);
    m_line->setText(text);
}

QString ModuleTreePane::csv(CsvStyle style) const
{
    std::string text;
    const std::vector<NamedLimit> *limits =
        m_columns->areLimitsShown() && m_model->hasLimits() ? &m_model->limits() : nullptr;
    writeModuleCsvHeader(text, limits);
    if (m_model->tree())
        writeModuleCsv(text, *m_model->tree(), style, limits);
    return QString::fromStdString(text);
}

QString ModuleTreePane::indentedText() const
{
    return m_model->tree() ? QString::fromStdString(moduleTreeText(*m_model->tree())) : QString();
}

} // namespace ws
