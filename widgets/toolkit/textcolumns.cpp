#include "widgets/toolkit/textcolumns.h"

#include "widgets/toolkit/sharedwidths.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <numeric>
#include <utility>

namespace ws {

TextColumns::TextColumns(QTableView *view, const std::vector<ReportColumn> &columns, int nameColumn)
    : QObject(view), m_view(view), m_columns(columns), m_nameColumn(nameColumn)
{
    m_view->viewport()->installEventFilter(this);
    connect(m_view->horizontalHeader(), &QHeaderView::sectionResized, this,
            [this](int column, int before, int now) { // hiding and showing come as widths of 0
                if (!m_fitting && before > 0 && now > 0)
                    m_fixed.insert(column);
            });
}

std::vector<int> TextColumns::shown() const
{
    std::vector<int> columns;
    const QHeaderView *header = m_view->horizontalHeader();
    for (int visual = 0; visual < header->count(); ++visual)
        if (const int logical = header->logicalIndex(visual); !header->isSectionHidden(logical))
            columns.push_back(logical);
    return columns;
}

void TextColumns::rowsChanged()
{
    for (auto &[column, width] : m_contentWide)
        width = -width; // to be measured again; columns never become narrower, or they would jump with each range
    fitFirst();
    if (m_view->model()->rowCount())
        fitAgain(); // texts that come later than their rows
}

void TextColumns::fitFirst()
{
    if (m_view->model()->rowCount() == 0 || std::exchange(m_fitted, true))
        return;
    m_view->horizontalHeader()->setResizeContentsPrecision(50);
    m_fitting = true;
    for (int c = 0; c < static_cast<int>(m_columns.size()); ++c)
        if (!m_view->isColumnHidden(c) && !isText(m_columns[static_cast<size_t>(c)].kind))
            m_view->resizeColumnToContents(c);
    m_fitting = false;
    fit(m_minName);
}

int TextColumns::contentWidth(int column)
{
    constexpr int widest = 1'200;
    int &width = m_contentWide[column];
    if (width <= 0) {
        const QAbstractItemView *cells = m_view; // QTableView hides the hint
        const int now = std::max(cells->sizeHintForColumn(column), m_view->horizontalHeader()->sectionSizeHint(column));
        width = std::max(-width, std::min(widest, now));
    }
    return width;
}

void TextColumns::fit(int min)
{
    constexpr int usualNames = 760, leastText = 160;
    m_minName = min;
    m_fitted = true;
    const int whole = m_view->viewport()->width();
    const int minName = min > 0 ? min : std::max(200, whole * 3 / 10);
    int room = whole;
    std::vector<int> columns, wanted, least;
    for (const int c : shown()) {
        if (m_fixed.contains(c) || !isText(m_columns[static_cast<size_t>(c)].kind)) {
            room -= m_view->columnWidth(c);
            continue;
        }
        const bool isName = c == m_nameColumn;
        columns.push_back(c);
        wanted.push_back(std::max(contentWidth(c), isName ? std::min(minName, min > 0 ? min : 200) : 0));
        least.push_back(isName ? minName : leastText);
    }
    std::vector<int> widths = sharedWidths(wanted, least, room);
    const int left = room - std::accumulate(widths.begin(), widths.end(), 0);
    m_fitting = true;
    for (size_t i = 0; i < columns.size(); ++i) {
        if (columns[i] == m_nameColumn && left > 0)
            widths[i] = std::max(widths[i], std::min(usualNames, widths[i] + left));
        m_view->setColumnWidth(columns[i], widths[i]);
    }
    m_fitting = false;
}

void TextColumns::fitAgain()
{
    if (m_fitted)
        fit(m_minName);
}

bool TextColumns::eventFilter(QObject *object, QEvent *event)
{
    // The type first: of the events of a view that is being destroyed the view itself cannot be asked.
    if (event->type() == QEvent::Resize && object == m_view->viewport())
        fitAgain();
    return QObject::eventFilter(object, event);
}

} // namespace ws
