#include "core/base/texts.h"
#include "core/report/html/htmlpage.h"
#include "core/report/html/svgchart.h"
#include "core/report/tablewriters.h"

#include <QUrl>

#include <algorithm>

namespace ws {
namespace {

QString escaped(QString text)
{
    for (const char sign : {'\\', '|', '*', '_', '`', '<', '[', ']', '#'})
        text.replace(QLatin1Char(sign), QStringLiteral("\\") + QLatin1Char(sign));
    return text.replace(u'\n', u' ').replace(u'\r', u' ');
}

constexpr std::string_view tag = "<svg", pictureStyle = " style=\"background:#fff;color:#222\"";

class MarkdownPage
{
public:
    MarkdownPage(const Document &document, const QString &folder, std::vector<MarkdownPicture> &pictures)
        : m_document(document), m_folder(folder), m_pictures(pictures)
    {
    }

    QString text()
    {
        m_out = QStringLiteral("# %1\n").arg(escaped(m_document.title));
        for (const Section &section : m_document.sections) {
            if (!section.title.isEmpty())
                m_out += u'\n' + QString(section.level, u'#') + u' ' + escaped(section.title) + u'\n';
            for (const Block &block : section.blocks)
                std::visit([this](const auto &content) { add(content); }, block);
        }
        return m_out;
    }

private:
    void add(const TextBlock &block)
    {
        m_out += QStringLiteral("\n%1\n").arg(block.isLead ? QStringLiteral("**%1**").arg(escaped(block.text))
                                                           : escaped(block.text));
    }
    void add(const ListBlock &block)
    {
        m_out += u'\n';
        for (const ListBlock::Item &item : block.items) {
            const QString label =
                item.label.isEmpty() ? QString() : QStringLiteral("**%1:** ").arg(escaped(item.label));
            m_out += QStringLiteral("- %1\n").arg(label + escaped(item.text));
            for (const QString &more : item.more)
                m_out += QStringLiteral("  - %1\n").arg(escaped(more));
        }
    }
    void addPicture(const std::string &id, const QString &title, const QString &svg, const QString &note)
    {
        std::string name = std::to_string(m_pictures.size() + 1) + '-' + id + ".svg";
        const QString address = QString::fromLatin1(QUrl::toPercentEncoding(m_folder));
        m_out += QStringLiteral("\n![%1](%2/%3)\n").arg(escaped(title), address, QString::fromStdString(name));
        if (!note.isEmpty())
            m_out += QStringLiteral("\n%1\n").arg(escaped(note));
        // A file of its own has no page behind it, which may be dark.
        std::string picture = svg.toStdString();
        picture.insert(tag.size(), pictureStyle);
        m_pictures.push_back({std::move(name), std::move(picture)});
    }
    void add(const BarChart &chart) { addPicture(chart.id, chart.title, barChartSvg(chart), chart.note); }
    void add(const WaterfallChart &chart) { addPicture(chart.id, chart.title, waterfallSvg(chart), chart.note); }
    void add(const TableBlock &block)
    {
        const ReportTable &table = block.table;
        TablePart part = wholeTable(table);
        const size_t own = table.rowCount - table.restRows, shown = std::min(own, block.maxRows);
        std::erase_if(part.rows, [&](size_t row) { return row >= shown && row < own; });
        m_out += QStringLiteral("\n#### %1\n\n").arg(escaped(table.title)) + tableMarkdown(part);
        QStringList notes = table.notes;
        if (shown < own)
            notes << Core::tr("The first %1 of %2 rows.").arg(formatCount(int64_t(shown)), formatCount(int64_t(own)));
        for (const QString &note : notes)
            m_out += QStringLiteral("\n%1\n").arg(escaped(note));
    }

    const Document &m_document;
    QString m_folder;
    std::vector<MarkdownPicture> &m_pictures;
    QString m_out;
};

} // namespace

bool isReportPicture(std::string_view text)
{
    return text.starts_with(
        std::string(tag).append(pictureStyle).append(" xmlns=\"http://www.w3.org/2000/svg\" viewBox="));
}

std::string reportMarkdown(const Document &document, const QString &folder, std::vector<MarkdownPicture> &pictures)
{
    return MarkdownPage(document, folder, pictures).text().toStdString();
}

} // namespace ws
