#pragma once
// Facts as rich text in two columns, names in muted colour.

#include <QString>

namespace ws {

class FactTable
{
public:
    explicit FactTable(QString mutedColour) : m_muted(std::move(mutedColour)) {}
    void add(const QString &name, const QString &html);
    QString html() const { return QStringLiteral("<table cellspacing='0' cellpadding='1'>%1</table>").arg(m_rows); }

private:
    QString m_muted;
    QString m_rows;
};

} // namespace ws
