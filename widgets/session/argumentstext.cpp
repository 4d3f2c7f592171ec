#include "widgets/session/argumentstext.h"

#include "core/base/format.h"
#include "core/base/quantity.h"
#include "widgets/session/facttable.h"
#include "widgets/toolkit/viewtexts.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t maxValue = 20'000;        ///< bytes of one argument; Python stacks in args get long
constexpr size_t maxArguments = 1'000;     ///< rows
constexpr size_t maxText = 500'000;        ///< bytes of all shown arguments
constexpr size_t worthIndenting = 1 << 20; ///< bytes

/// JSON text up to a length: a value of 16 MB costs no more than its visible part.
class BriefJson
{
public:
    /// `indented`: one line per member, one blank per level.
    BriefJson(size_t room, bool indented) : m_room(room), m_indented(indented) {}

    void add(const Json &value)
    {
        if (isFull())
            return;
        if (value.is_structured() && !value.empty())
            addContainer(value);
        else if (value.is_string())
            m_text += quoted(value.get_ref<const std::string &>());
        else
            m_text += value.dump();
    }
    bool isFull() const { return m_text.size() > m_room; }
    const std::string &text() const { return m_text; }

private:
    std::string quoted(const std::string &text) const
    {
        return Json(text.substr(0, m_room)).dump(-1, ' ', false, Json::error_handler_t::replace);
    }

    void addContainer(const Json &value)
    {
        // A shape is one line: [8,12,3137,3137].
        const bool wasIndented = m_indented;
        m_indented = m_indented && std::ranges::any_of(value, [](const Json &v) { return v.is_structured(); });
        m_text += value.is_object() ? '{' : '[';
        ++m_depth;
        bool isFirst = true;
        for (auto member = value.begin(); member != value.end() && !isFull(); ++member) {
            if (!std::exchange(isFirst, false))
                m_text += ',';
            breakLine();
            if (value.is_object())
                m_text += quoted(member.key()) + (m_indented ? ": " : ":");
            add(*member);
        }
        --m_depth;
        breakLine();
        m_text += value.is_object() ? '}' : ']';
        m_indented = wasIndented;
    }

    void breakLine()
    {
        if (m_indented)
            m_text.append(1, '\n').append(m_depth, ' ');
    }

    size_t m_room;
    bool m_indented;
    size_t m_depth = 0;
    std::string m_text;
};

struct Shown
{
    std::string text;
    bool isCut;
    std::string exact = {}; ///< of a rounded number
};

/// A measured number with three digits and the unit that its key tells; ids and counts stay whole.
Shown shownNumber(const Json &value, const std::string &key)
{
    const QString unit = unitInName(key);
    const std::string exact = value.dump();
    if (!value.is_number_float() && unit != QLatin1String("B"))
        return {unit.isEmpty() ? exact : exact + "\u00a0" + unit.toStdString(), false};
    const std::string text = quantity(value.get<double>(), unit).toStdString();
    return {text, false, text.starts_with(exact) ? std::string() : exact};
}

Shown shownValue(const Json &value, size_t room)
{
    if (value.is_string()) {
        const auto &text = value.get_ref<const std::string &>();
        return {text.substr(0, room), text.size() > room};
    }
    const bool isLong = value.is_structured() && value.size() > 8 && value.begin()->is_structured();
    BriefJson brief(room, isLong);
    brief.add(value);
    return {brief.text().substr(0, room), brief.text().size() > room};
}

QString toHtml(const Shown &shown)
{
    QString text = QString::fromStdString(shown.text);
    if (shown.isCut)
        text += QStringLiteral(" …");
    text = text.toHtmlEscaped().replace(u'\n', QLatin1String("<br>"));
    return shown.exact.empty() ? text
                               : QStringLiteral("<span title='%1'>%2</span>") // the tool tip
                                     .arg(QString::fromStdString(shown.exact).toHtmlEscaped(), text);
}

QString muted(const QString &sentence, const QString &colour)
{
    return QStringLiteral("<p style='color:%1'>%2</p>").arg(colour, sentence.toHtmlEscaped());
}

} // namespace

QString argumentsHtml(const Json &event, const QString &mutedColour)
{
    const auto args = event.find("args");
    if (args == event.end() || !args->is_object() || args->empty())
        return muted(Views::tr("The event has no arguments."), mutedColour);
    FactTable table(mutedColour);
    size_t rows = 0, room = maxText;
    bool isCut = false;
    for (auto member = args->begin(); member != args->end() && rows < maxArguments && room > 0; ++member, ++rows) {
        const Shown shown =
            member->is_number() ? shownNumber(*member, member.key()) : shownValue(*member, std::min(maxValue, room));
        const Shown key = shownValue(member.key(), maxValue);
        isCut |= shown.isCut || key.isCut;
        room -= std::min(room, shown.text.size() + key.text.size());
        table.add(QString::fromStdString(key.text), toHtml(shown));
    }
    QString html = table.html();
    if (rows < args->size())
        html += muted(Views::tr("%1 more arguments are not shown. \"Copy event as JSON\" in the menu gives them all.")
                          .arg(formatCount(static_cast<int64_t>(args->size() - rows))),
                      mutedColour);
    else if (isCut)
        html += muted(Views::tr("Long values are cut at …; \"Copy event as JSON\" in the menu gives them whole."),
                      mutedColour);
    return html;
}

QString wholeEventText(const Json &event)
{
    std::string text = event.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() <= worthIndenting)
        text = event.dump(2, ' ', false, Json::error_handler_t::replace);
    return QString::fromStdString(text);
}

} // namespace ws
