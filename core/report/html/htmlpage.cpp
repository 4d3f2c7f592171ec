#include "core/report/html/htmlpage.h"

#include "core/base/namecut.h"
#include "core/base/texts.h"
#include "core/report/html/pagescript.h"
#include "core/report/html/svgchart.h"
#include "core/report/tablewriters.h"

#include <QCryptographicHash>

#include <algorithm>
#include <charconv>

namespace ws {
namespace {

QString latin(std::string_view text)
{
    return QString::fromLatin1(text.data(), qsizetype(text.size()));
}

/// The raw number of a cell as files have it; empty: no number.
QString rawNumber(const ReportCell &cell)
{
    if (const auto *integer = std::get_if<int64_t>(&cell))
        return QString::number(*integer);
    const auto *real = std::get_if<double>(&cell);
    if (!real)
        return {};
    char digits[400];
    return latin({digits, size_t(std::to_chars(digits, digits + sizeof digits, *real).ptr - digits)});
}

double nsPer(TimeUnit unit)
{
    constexpr double factors[] = {1, 1e3, 1e6, 1e9};
    return factors[size_t(unit)];
}

class Page
{
public:
    explicit Page(const Document &document, size_t index) : m_document(document), m_index(index) {}

    QString body()
    {
        m_out = QStringLiteral("<article lang=\"%1\" id=\"d%2\">\n<h1>%3</h1>\n")
                    .arg(latin(m_document.language))
                    .arg(m_index)
                    .arg(markupText(m_document.title));
        addContents();
        for (size_t s = 0; s < m_document.sections.size(); ++s) {
            const Section &section = m_document.sections[s];
            m_sectionTitle = section.title;
            if (!section.title.isEmpty())
                m_out += QStringLiteral("<h%1 id=\"%2\">%3</h%1>\n")
                             .arg(section.level)
                             .arg(anchor(s), markupText(section.title));
            for (const Block &block : section.blocks)
                std::visit([this](const auto &content) { add(content); }, block);
        }
        return m_out + QStringLiteral("</article>\n");
    }

private:
    QString anchor(size_t section) const { return QStringLiteral("d%1s%2").arg(m_index).arg(section); }

    void addContents()
    {
        m_out += QStringLiteral("<nav>");
        for (size_t s = 0; s < m_document.sections.size(); ++s)
            if (m_document.sections[s].level == 2 && !m_document.sections[s].title.isEmpty())
                m_out +=
                    QStringLiteral("<a href=\"#%1\">%2</a>\n").arg(anchor(s), markupText(m_document.sections[s].title));
        m_out += QStringLiteral("</nav>\n");
    }

    void add(const TextBlock &block)
    {
        m_out += QStringLiteral("<p%1>%2</p>\n")
                     .arg(QLatin1String(block.isLead ? " class=\"lead\"" : ""), markupText(block.text));
    }

    /// Labels on the left, what they speak of on the right.
    void addFacts(const ListBlock &block)
    {
        m_out += QStringLiteral("<dl>\n");
        for (const ListBlock::Item &item : block.items) {
            m_out += QStringLiteral("<dt>%1</dt><dd>").arg(markupText(item.label));
            for (const QString &line : QStringList{item.text} + item.more)
                m_out += QStringLiteral("<p>%1</p>").arg(markupText(line));
            m_out += QStringLiteral("</dd>\n");
        }
        m_out += QStringLiteral("</dl>\n");
    }

    void add(const ListBlock &block)
    {
        if (!block.items.empty() && !block.items.front().label.isEmpty())
            return addFacts(block);
        m_out += QStringLiteral("<ul>\n");
        for (const ListBlock::Item &item : block.items) {
            m_out += QStringLiteral("<li>") + markupText(item.text);
            for (const QString &more : item.more)
                m_out += QStringLiteral("<p>%1</p>").arg(markupText(more));
            m_out += QStringLiteral("</li>\n");
        }
        m_out += QStringLiteral("</ul>\n");
    }

    void addFigure(const QString &title, const QString &svg, const QString &note)
    {
        const QString caption =
            title == m_sectionTitle ? QString() : QStringLiteral("<figcaption>%1</figcaption>").arg(markupText(title));
        m_out += QStringLiteral("<figure>") + caption + u'\n' + svg;
        if (!note.isEmpty())
            m_out += QStringLiteral("<p class=\"note\">%1</p>").arg(markupText(note));
        m_out += QStringLiteral("</figure>\n");
    }
    void add(const BarChart &chart) { addFigure(chart.title, barChartSvg(chart), chart.note); }
    void add(const WaterfallChart &chart) { addFigure(chart.title, waterfallSvg(chart), chart.note); }

    void addHead(const ReportTable &table, const std::vector<size_t> &columns)
    {
        m_out += QStringLiteral("<thead><tr>");
        const size_t names = firstNames(table, columns);
        for (const size_t c : columns) {
            const ReportColumn &column = table.columns[c];
            QString attributes = QStringLiteral(" data-c=\"%1\"").arg(markupText(toText(column.id)));
            QStringList classes;
            if (!isText(column.kind))
                classes << QStringLiteral("n");
            if (c == names)
                classes << QStringLiteral("f");
            if (column.optional)
                classes << QStringLiteral("o");
            if (!classes.isEmpty())
                attributes += QStringLiteral(" class=\"%1\"").arg(classes.join(u' '));
            if (column.summable && column.kind != CellKind::Share)
                attributes += QStringLiteral(" data-sum=\"1\"");
            if (column.kind == CellKind::Time)
                attributes += QStringLiteral(" data-div=\"%1\" data-u=\"%2\"")
                                  .arg(nsPer(column.unit), 0, 'f', 0)
                                  .arg(timeUnitName(column.unit));
            attributes += QStringLiteral(" data-title=\"%1\"").arg(markupText(column.title));
            if (!column.toolTip.isEmpty())
                attributes += QStringLiteral(" title=\"%1\"").arg(markupText(column.toolTip));
            m_out += QStringLiteral("<th%1>%2</th>").arg(attributes, markupText(titleWithUnit(column)));
        }
        m_out += QStringLiteral("</tr></thead>\n");
    }

    static QString folded(const QString &brief, const QString &text)
    {
        return QStringLiteral("<details><summary>%1</summary><div>%2</div></details>")
            .arg(markupText(brief), markupText(text));
    }

    /// A long text is folded; all of it is in the page. Names differ at both ends, sentences begin with what matters.
    static QString textMarkup(const ReportTable &table, size_t row, const QString &text, bool isName)
    {
        constexpr qsizetype maxName = 60, maxText = 160;
        if (isName && table.shortName && text.size() > maxName)
            if (const QString name = table.shortName(row); !name.isEmpty() && name != text)
                return folded(name, text);
        if (text.size() <= maxText)
            return markupText(text);
        return folded(isName ? toText(cutInMiddle(text.toStdString(), maxText)) : text.left(maxText) + QChar(0x2026),
                      text);
    }

    /// The column of names that has a third of a printed page.
    static size_t firstNames(const ReportTable &table, const std::vector<size_t> &columns)
    {
        const auto names = std::ranges::find(columns, CellKind::Name, [&](size_t c) { return table.columns[c].kind; });
        return names == columns.end() ? SIZE_MAX : *names;
    }

    /// Of a cell of text: wide ones have room to break, short ones do not break. Optional columns are not printed.
    static QString classOf(const ReportTable &table, size_t column, const QString &text)
    {
        constexpr qsizetype maxWord = 24;
        const bool isWide = column == 0 || table.columns[column].kind == CellKind::Name;
        QString classes = isWide ? QStringLiteral("l") : text.size() <= maxWord ? QStringLiteral("w") : QString();
        if (table.columns[column].optional)
            classes += classes.isEmpty() ? QStringLiteral("o") : QStringLiteral(" o");
        return classes.isEmpty() ? QString() : QStringLiteral(" class=\"%1\"").arg(classes);
    }

    void addRow(const ReportTable &table, size_t row, const std::vector<size_t> &columns)
    {
        m_out +=
            row + table.restRows >= table.rowCount ? QStringLiteral("<tr class=\"rest\">") : QStringLiteral("<tr>");
        const size_t names = firstNames(table, columns);
        for (const size_t c : columns) {
            const QString raw = rawNumber(table.cell(row, c)), text = markedText(table, row, c);
            if (!raw.isEmpty() && !isText(table.columns[c].kind))
                m_out += QStringLiteral("<td class=\"%3\" data-v=\"%1\">%2</td>")
                             .arg(raw, markupText(text),
                                  table.columns[c].optional ? QStringLiteral("n o") : QStringLiteral("n"));
            else
                m_out += QStringLiteral("<td%1>%2</td>")
                             .arg(classOf(table, c, text), textMarkup(table, row, text, c <= names));
        }
        m_out += QStringLiteral("</tr>\n");
    }

    void add(const TableBlock &block)
    {
        const ReportTable &table = block.table;
        TablePart part = wholeTable(table);
        // Columns that are empty in all rows say nothing.
        std::erase_if(part.columns, [&](size_t c) {
            return c >= table.keys && table.rowCount > 0 &&
                   std::ranges::all_of(part.rows, [&](size_t row) { return table.cell(row, c).index() == 0; });
        });
        const size_t own = table.rowCount - table.restRows, shown = std::min(own, block.maxRows);
        m_out += QStringLiteral("<div class=\"table\" id=\"d%1t%2\" data-id=\"%7\"><h4>%3</h4>\n<div "
                                "class=\"tools\"><input type=\"search\" "
                                "placeholder=\"%4\" aria-label=\"%4\"/><span class=\"said\" data-text=\"%5\" "
                                "data-item=\"%6\"></span></div>\n"
                                "<div class=\"scroll\"><table>\n")
                     .arg(m_index)
                     .arg(m_tables++)
                     .arg(markupText(table.title), markupText(Core::tr("Filter rows")),
                          markupText(Core::tr("%1 of %2 rows")), markupText(Core::tr("%1: %2")), markupText(table.id));
        addHead(table, part.columns);
        m_out += QStringLiteral("<tbody>\n");
        for (size_t row = 0; row < table.rowCount; ++row)
            if (row < shown || row >= own)
                addRow(table, row, part.columns);
        m_out += QStringLiteral("</tbody></table></div>\n");
        QStringList notes = table.notes;
        if (shown < own)
            notes << Core::tr("The first %1 of %2 rows.").arg(formatCount(int64_t(shown)), formatCount(int64_t(own)));
        for (const QString &note : notes)
            m_out += QStringLiteral("<p class=\"note\">%1</p>\n").arg(markupText(note));
        m_out += QStringLiteral("</div>\n");
    }

    const Document &m_document;
    size_t m_index, m_tables = 0;
    QString m_sectionTitle;
    QString m_out;
};

} // namespace

Article htmlArticle(const Document &document, size_t index)
{
    return {document.language, document.title.toStdString(), Page(document, index).body()};
}

std::string reportHtml(const std::vector<Article> &articles)
{
    const QByteArray script(pageScript.data(), qsizetype(pageScript.size()));
    const QString hash = QString::fromLatin1(QCryptographicHash::hash(script, QCryptographicHash::Sha256).toBase64());
    QString out = QStringLiteral("<!DOCTYPE html>\n<html lang=\"%1\">\n<head>\n<meta charset=\"utf-8\"/>\n")
                      .arg(latin(articles.empty() ? "en" : articles.front().language));
    out += QStringLiteral("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                          "'unsafe-inline'; script-src 'sha256-%1'\"/>\n")
               .arg(hash);
    out += QStringLiteral("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
    if (!articles.empty())
        out += QStringLiteral("<title>%1</title>\n").arg(markupText(toText(articles.front().title)));
    out += QStringLiteral("<style>%1</style>\n</head>\n<body>\n").arg(latin(pageStyle));
    if (articles.size() > 1) {
        out += QStringLiteral("<nav>");
        for (size_t k = 0; k < articles.size(); ++k)
            out += QStringLiteral("<a href=\"#d%1\">%2</a>\n")
                       .arg(k)
                       .arg(articles[k].language == "en" ? QStringLiteral("English") : QStringLiteral("中文"));
        out += QStringLiteral("</nav>\n");
    }
    for (const Article &article : articles)
        out += article.body;
    return out.toStdString() + "<script>" + std::string(pageScript) + "</script>\n</body>\n</html>\n";
}

} // namespace ws
