#include "widgets/tables/texttablemodel.h"

#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/shortnames.h"

#include <QFont>

namespace ws {

TextTableModel::TextTableModel(std::shared_ptr<const Run> run, size_t table, QObject *parent)
    : ReportModel({}, parent), m_run(std::move(run)), m_index(table), m_rows(printedRows(printed())),
      m_nameColumn(printedNameColumn(printed()))
{
    makeTable();
}

void TextTableModel::makeTable()
{
    PrintedLink link;
    if (m_link)
        link = {m_link->timeline, {m_link, &m_link->join}};
    ReportTable table = printedReport(m_run, m_index, m_rows, link);
    shortenNames(table);
    setTable(std::move(table));
}

void TextTableModel::setLink(std::shared_ptr<const NcuLink> link)
{
    if (link == m_link)
        return;
    m_link = std::move(link);
    makeTable();
}

void TextTableModel::setRowKind(std::optional<RowKind> kind)
{
    m_rows = printedRows(printed(), kind);
    makeTable();
}

EventRef TextTableModel::kernelOf(int row) const
{
    if (!m_link || row < 0 || row >= rowCount())
        return {};
    const uint32_t activity = m_link->join.activityOfRow[printedRow(row)];
    return activity == NcuJoin::alone ? EventRef{} : m_link->timeline->gpu.slice[activity];
}

QString TextTableModel::ambiguousToolTip(int row) const
{
    return plainToolTip(tr("%1\nCut short by torch; several rows share what is left of the name. They are different "
                           "kernels and are never merged.")
                            .arg(index(row, m_nameColumn).data().toString()));
}

QVariant TextTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (index.column() == m_nameColumn && isAmbiguous(index.row())) {
        if (role == Qt::FontRole) {
            QFont font;
            font.setItalic(true);
            return font;
        }
        if (role == Qt::ToolTipRole)
            return ambiguousToolTip(index.row());
    }
    if (role == Qt::ForegroundRole && !printed().rowKinds.empty()) {
        const RowKind kind = printed().rowKinds[printedRow(index.row())];
        if (kind == RowKind::Annotation || kind == RowKind::Overhead)
            return QColor(Palette::current().muted);
    }
    return ReportModel::data(index, role);
}

} // namespace ws
