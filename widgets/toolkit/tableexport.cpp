#include "widgets/toolkit/tableexport.h"

#include "core/report/csv.h"
#include "widgets/toolkit/celldelegate.h"
#include "widgets/toolkit/columnmodel.h"

namespace ws {
namespace {

QString columnId(const QAbstractItemModel &model, int column)
{
    const QString id = model.headerData(column, Qt::Horizontal, ColumnModel::IdRole).toString();
    return id.isEmpty() ? model.headerData(column, Qt::Horizontal).toString() : id;
}

/// What a program wants to read.
QVariant rawCell(const QAbstractItemModel &model, int row, int column)
{
    const QModelIndex index = model.index(row, column);
    const QVariant raw = index.data(ColumnModel::RawRole);
    return raw.isValid() ? raw : index.data();
}

QString oneLine(QString text)
{
    return text.replace(u'\t', u' ').replace(u'\n', u' ').replace(u'\r', u' ');
}

void writeCell(CsvWriter &csv, const QVariant &value)
{
    if (!value.isValid())
        csv.blank();
    else if (value.typeId() == QMetaType::Double)
        csv << value.toDouble();
    else if (value.typeId() == QMetaType::LongLong)
        csv << value.toLongLong();
    else
        csv << value.toString();
}

} // namespace

QString toCsv(const TableText &table)
{
    std::string text;
    CsvWriter csv(text);
    for (const int column : table.columns)
        csv << columnId(table.model, column);
    csv.endRow();
    for (const int row : table.rows) {
        for (const int column : table.columns)
            writeCell(csv, rawCell(table.model, row, column));
        csv.endRow();
    }
    return QString::fromStdString(text);
}

QString toTsv(const TableText &table)
{
    QStringList cells;
    for (const int column : table.columns)
        cells << columnId(table.model, column);
    QString text = cells.join(u'\t') + u'\n';
    for (const int row : table.rows) {
        cells.clear();
        for (const int column : table.columns) {
            const QVariant value = rawCell(table.model, row, column);
            const bool isReal = value.typeId() == QMetaType::Double;
            cells << (isReal ? QString::number(value.toDouble(), 'g', 17) : oneLine(value.toString()));
        }
        text += cells.join(u'\t') + u'\n';
    }
    return text;
}

QString toMarkdown(const TableText &table)
{
    const auto cell = [](const QString &text) { return oneLine(text).replace(u'|', QLatin1String("\\|")); };
    QString text = QStringLiteral("|");
    QString rule = QStringLiteral("|");
    for (const int column : table.columns) {
        text += u' ' + cell(table.model.headerData(column, Qt::Horizontal).toString()) + QLatin1String(" |");
        const int kind = table.model.headerData(column, Qt::Horizontal, ColumnModel::KindRole).toInt();
        const bool isText = kind == int(CellKind::Text) || kind == int(CellKind::Name);
        rule += isText ? QLatin1String(" --- |") : QLatin1String(" ---: |");
    }
    text += u'\n' + rule + u'\n';
    for (const int row : table.rows) {
        text += u'|';
        for (const int column : table.columns)
            text += u' ' + cell(cellText(table.model.index(row, column))) + QLatin1String(" |");
        text += u'\n';
    }
    return text;
}

} // namespace ws
