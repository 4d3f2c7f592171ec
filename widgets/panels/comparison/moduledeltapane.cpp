#include "widgets/panels/comparison/moduledeltapane.h"

#include "core/base/phrases.h"
#include "core/report/moduledeltareport.h"
#include "core/report/tablewriters.h"
#include "widgets/panels/comparison/changecolour.h"
#include "widgets/toolkit/celldelegate.h"
#include "widgets/toolkit/emptystate.h"
#include "widgets/toolkit/plaintext.h"

#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QTreeView>
#include <QVBoxLayout>

#include <cmath>

namespace ws {
namespace {

constexpr int nameWidth = 220, barWidth = 110; ///< px

/// A bar from the middle of the cell.
class DeltaBars : public CellDelegate
{
public:
    using CellDelegate::CellDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QWidget *widget = option.widget;
        widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, widget);
        const double part = std::clamp(index.data().toDouble(), -1.0, 1.0);
        const QRectF area = QRectF(option.rect).adjusted(4, 3, -4, -3);
        const double middle = area.center().x(), length = part * area.width() / 2;
        if (part != 0)
            painter->fillRect(
                QRectF(std::min(middle, middle + length), area.top(), std::max(1.0, std::abs(length)), area.height()),
                QColor(colourOfChange(part)));
        painter->setPen(QColor(Palette::current().muted));
        painter->drawLine(QPointF(middle, option.rect.top()), QPointF(middle, option.rect.bottom()));
    }
};

} // namespace

ModuleDeltaPane::ModuleDeltaPane(QWidget *parent)
    : QWidget(parent), m_model(new ModuleDeltaModel(this)), m_view(new QTreeView(this)), m_note(plainLabel(this)),
      m_empty(new EmptyState({}, this))
{
    m_view->setModel(m_model);
    m_view->setItemDelegate(new CellDelegate(m_view));
    m_view->setItemDelegateForColumn(ModuleDeltaModel::Bar, new DeltaBars(m_view));
    m_view->setUniformRowHeights(true);
    m_view->setAllColumnsShowFocus(true);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setExpandsOnDoubleClick(false);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setIndentation(16);
    m_view->header()->setStretchLastSection(false);
    m_view->setAccessibleName(tr("What changed, by module"));
    m_note->setContentsMargins(8, 4, 8, 4);
    m_note->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_note);
    layout->addWidget(m_empty, 1);
    m_empty->hide();
    connect(m_view, &QTreeView::activated, this, [this](const QModelIndex &index) {
        if (const uint32_t row = m_model->rowOf(index); row != UINT32_MAX)
            emit placesActivated(m_model->deltas()->rows[row].placeA, m_model->deltas()->rows[row].placeB);
    });
    arrangeColumns();
}

void ModuleDeltaPane::arrangeColumns()
{
    m_view->setColumnWidth(ModuleDeltaModel::Name, nameWidth);
    for (int column = ModuleDeltaModel::A; column < ModuleDeltaModel::ColumnCount; ++column)
        m_view->setColumnWidth(column, std::max(m_view->header()->sectionSizeHint(column),
                                                fontMetrics().horizontalAdvance(QStringLiteral("−00 000.000")) + 12));
    m_view->setColumnWidth(ModuleDeltaModel::Bar,
                           std::max(barWidth, m_view->header()->sectionSizeHint(ModuleDeltaModel::Bar)));
}

void ModuleDeltaPane::setDeltas(std::shared_ptr<const ModuleDeltas> deltas)
{
    m_model->setDeltas(deltas);
    if (!deltas || deltas->rows.empty())
        return setNote(deltas ? deltas->missing : QString());
    arrangeColumns();
    for (uint32_t row = 0; deltas->rows[row].childCount; row = deltas->rows[row].firstChild)
        m_view->expand(m_model->indexOf(row));
    setNote(moduleDeltaSum(*deltas));
}

QString ModuleDeltaPane::csv(CsvStyle style) const
{
    const ReportTable report = moduleDeltaReport(m_model->deltas());
    return QString::fromStdString(tableCsv(wholeTable(report), style));
}

void ModuleDeltaPane::setNote(const QString &text)
{
    const bool hasRows = m_model->rowCount() > 0, isEmpty = !hasRows && !text.isEmpty();
    m_note->setText(text);
    m_note->setVisible(hasRows && !text.isEmpty());
    m_empty->setSentence(asSentence(text));
    m_empty->setVisible(isEmpty);
    m_view->setVisible(!isEmpty);
}

} // namespace ws
