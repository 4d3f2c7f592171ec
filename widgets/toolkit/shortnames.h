#pragma once
// Short names of a list in several widths, made once off the GUI thread: different names have different short names,
// which only the whole list can ensure. Rejected: one width, cut again by every column (names that differ between the
// two ends look alike there).

#include "core/model/run.h"

#include <QFontMetrics>
#include <QHash>
#include <QString>
#include <QStringList>

#include <memory>
#include <span>

namespace ws {

struct ReportTable;

/// Forms of a name, widest first; each is distinct from the forms of the same width of the other names.
std::vector<QStringList> shortForms(std::span<const std::string_view> names);

/// The first of the forms that is at most `room` pixels wide; where none is, the last one cut in the middle.
QString fittingForm(const QStringList &forms, const QFontMetrics &metrics, int room);

class ShortNames
{
public:
    QStringList forms(StringId name) const { return m_forms.value(name); } ///< empty: not in the list
    QString value(StringId name) const { return forms(name).value(0); }    ///< the widest
    QStringList narrower(StringId name) const { return forms(name).mid(1); }
    qsizetype size() const { return m_forms.size(); }

private:
    friend std::shared_ptr<const ShortNames> shortNamesOfWork(const Run &run);
    QHash<StringId, QStringList> m_forms;
};

/// Gives the rows of a table short forms of their names, unless they are too many for the GUI thread.
void shortenNames(ReportTable &table);

/// Of all GPU work of a run.
std::shared_ptr<const ShortNames> shortNamesOfWork(const Run &run);

} // namespace ws
