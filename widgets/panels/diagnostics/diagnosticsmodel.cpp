#include "widgets/panels/diagnostics/diagnosticsmodel.h"

namespace ws {

DiagnosticsModel::DiagnosticsModel(QObject *parent) : ColumnModel(parent)
{
    setColumns({
        {"kind", tr("Kind"), CellKind::Text},
        {"count", tr("Count"), CellKind::Count, tr("How many times it occurred"), false, true},
        {"first_byte", tr("First byte"), CellKind::Count, tr("Place of the first one in the unpacked content")},
        {"begin_ns", tr("From"), CellKind::Time, tr("Begin of the time that it concerns, since the run's first event")},
        {"end_ns", tr("To"), CellKind::Time, tr("End of the time that it concerns, since the run's first event")},
        {"message", tr("What it means"), CellKind::Name},
        {"example", tr("First one, as it stands in the file"), CellKind::Name},
    });
}

void DiagnosticsModel::setRun(std::shared_ptr<const Run> run)
{
    beginResetModel();
    m_run = std::move(run);
    chooseUnits();
    endResetModel();
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

int DiagnosticsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_run ? 0 : static_cast<int>(m_run->diagnostics.all().size());
}

QVariant DiagnosticsModel::cell(int index, int column) const
{
    const Diagnostic &line = row(index);
    const auto known = [](int64_t value) { return value < 0 ? QVariant() : QVariant(static_cast<qlonglong>(value)); };
    switch (column) {
    case Kind:
        return QString::fromStdString(line.kind);
    case Count:
        return static_cast<qlonglong>(line.count);
    case FirstByte:
        return known(line.firstOffset);
    case Begin:
        return known(line.beginNs);
    case End:
        return known(line.endNs);
    case Message:
        return line.message;
    default:
        return QString::fromUtf8(line.example.data(), static_cast<qsizetype>(line.example.size()));
    }
}

} // namespace ws
