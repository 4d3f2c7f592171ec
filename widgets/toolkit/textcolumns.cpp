#include "widgets/toolkit/textcolumns.h"

#include "widgets/toolkit/elidingheader.h"
#include "widgets/toolkit/sharedwidths.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <numeric>
#include <utility>

namespace ws {
namespace {

constexpr int leastText = 160;  ///< px of a text beside the names
constexpr int leastNames = 200; ///< px

} // namespace

TextColumns::TextColumns(QTableView *view, const std::vector<ReportColumn> &columns, int nameColumn)
    : QObject(view), m_view(view), m_columns(columns), m_nameColumn(nameColumn)
{
    m_view->viewport()->installEventFilter(this);
    m_view->horizontalHeader()->setResizeContentsPrecision(50);
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
    for (auto &[column, width] : m_cellsWide)
        width = -width; // to be measured again; columns never become narrower, or they would jump with each range
    fit(m_minName);
}

bool TextColumns::isNumber(int column) const
{
    return !isText(m_columns[static_cast<size_t>(column)].kind);
}

int TextColumns::cellsWidth(int column)
{
    constexpr int widest = 1'200;
    int &width = m_cellsWide[column];
    if (width <= 0) {
        const QAbstractItemView *cells = m_view; // QTableView hides the hint
        width = std::max(-width, std::min(widest, cells->sizeHintForColumn(column)));
    }
    return width;
}

int TextColumns::contentWidth(int column)
{
    return std::max(cellsWidth(column), m_view->horizontalHeader()->sectionSizeHint(column));
}

void TextColumns::placeUnits(int minName, int leastName)
{
    auto *header = dynamic_cast<ElidingHeader *>(m_view->horizontalHeader());
    if (!header)
        return;
    int wanted = 0;
    bool isCut = false, isCutBelow = false;
    for (const int c : shown()) {
        const int title = header->titleWidth(c, false);
        if (m_fixed.contains(c)) {
            isCut = isCut || title > m_view->columnWidth(c);
            isCutBelow = isCutBelow || header->titleWidth(c, true) > m_view->columnWidth(c);
            wanted += m_view->columnWidth(c);
        } else {
            const int whole = std::max(cellsWidth(c), title);
            wanted += isNumber(c)         ? whole
                      : c == m_nameColumn ? std::clamp(whole, leastName, minName)
                                          : std::min(whole, leastText);
        }
    }
    header->setUnitsBelow(isCut || wanted > m_view->viewport()->width());
    header->setNamesInTwoLines(isCutBelow);
}

void TextColumns::fit(int min)
{
    constexpr int usualNames = 480;
    m_minName = min;
    m_fitted = true;
    const int leastName = min > 0 ? min : leastNames;
    const int minName = min > 0 ? min : std::max(leastNames, m_view->viewport()->width() * 3 / 10);
    placeUnits(minName, leastName);
    int room = m_view->viewport()->width();
    std::vector<int> columns, wanted, least;
    m_fitting = true;
    for (const int c : shown()) {
        if (!m_fixed.contains(c) && isNumber(c))
            m_view->setColumnWidth(c, contentWidth(c));
        if (m_fixed.contains(c) || isNumber(c)) {
            room -= m_view->columnWidth(c);
            continue;
        }
        const bool isName = c == m_nameColumn;
        columns.push_back(c);
        wanted.push_back(std::max(contentWidth(c), isName ? leastName : 0));
        least.push_back(isName ? minName : leastText);
    }
    std::vector<int> widths = sharedWidths(wanted, least, room);
    const int left = room - std::accumulate(widths.begin(), widths.end(), 0);
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
