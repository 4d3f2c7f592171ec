#include "widgets/toolkit/shortnames.h"

#include "core/base/shortname.h"
#include "core/report/reporttable.h"
#include "widgets/toolkit/elidedonce.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ws {

std::vector<QStringList> shortForms(std::span<const std::string_view> names)
{
    constexpr std::array<size_t, 7> widths{90, 60, 48, 38, 30, 24, 18}; // characters: a wide window … a narrow column
    constexpr size_t manyNames = 20'000; // real files have some hundred; each width of a million takes seconds
    std::vector<QStringList> forms(names.size());
    for (const size_t width : std::span(widths).first(names.size() > manyNames ? 1 : widths.size())) {
        const std::vector<std::string> brief = shortNames(names, width);
        for (size_t i = 0; i < names.size(); ++i)
            if (QString form = QString::fromStdString(brief[i]); forms[i].isEmpty() || forms[i].last() != form)
                forms[i] << std::move(form);
    }
    return forms;
}

void shortenNames(ReportTable &table)
{
    constexpr size_t manyRows = 5'000; // milliseconds on the GUI thread; files have some hundred
    const auto name = std::ranges::find(table.columns, CellKind::Name, &ReportColumn::kind);
    if (name == table.columns.end() || table.rowCount > manyRows)
        return;
    const auto column = static_cast<size_t>(name - table.columns.begin());
    std::vector<std::string> texts;
    for (size_t row = 0; row < table.rowCount; ++row)
        texts.push_back(textOf(table.cell(row, column)).toStdString());
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    const auto forms = std::make_shared<const std::vector<QStringList>>(shortForms(views));
    table.shortName = [forms](size_t row) { return (*forms)[row].value(0); };
    table.narrowNames = [forms](size_t row) { return (*forms)[row].mid(1); };
}

QString fittingForm(const QStringList &forms, const QFontMetrics &metrics, int room)
{
    for (const QString &form : forms)
        if (metrics.horizontalAdvance(form) <= room)
            return form;
    return forms.isEmpty() ? QString() : elidedOnce(forms.last(), metrics, room);
}

std::shared_ptr<const ShortNames> shortNamesOfWork(const Run &run)
{
    std::vector<uint8_t> seen(run.strings.size());
    std::vector<StringId> ids;
    std::vector<std::string_view> names;
    for (const StringId id : run.gpu.name)
        if (!std::exchange(seen[id], uint8_t(1))) {
            ids.push_back(id);
            names.push_back(run.text(id));
        }
    std::vector<QStringList> forms = shortForms(names);
    auto result = std::make_shared<ShortNames>();
    for (size_t i = 0; i < ids.size(); ++i)
        result->m_forms.insert(ids[i], std::move(forms[i]));
    return result;
}

} // namespace ws
