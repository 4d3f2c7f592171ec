#pragma once
// Documents as one HTML file that can be sent: nothing is loaded from elsewhere, everything can be read without
// scripts, and no text of a trace can become markup: all of it goes through markupText(), and the page's own policy
// (Content-Security-Policy) allows no script but the one written here, by its hash. The script sorts and filters
// tables, adds up what a filter leaves, and hides labels of charts.

#include "core/report/html/document.h"

#include <string>
#include <string_view>

namespace ws {

/// A document as markup, in the language that is in force: cells of its tables make their texts only now.
struct Article
{
    std::string language, title;
    QString body;
};
/// `index`: of the article in its page.
Article htmlArticle(const Document &document, size_t index = 0);

/// UTF-8. Several articles are the same report in several languages, one after the other.
std::string reportHtml(const std::vector<Article> &articles);

/// Pictures of charts that Markdown refers to: names of files within the folder, and their content.
struct MarkdownPicture
{
    std::string name;
    std::string svg;
};
/// Whether a file begins as they do: others of the same name are not to be replaced.
bool isReportPicture(std::string_view text);
/// UTF-8, in the language that is in force. `folder`: how the text names the folder of the pictures, relative to
/// itself.
std::string reportMarkdown(const Document &document, const QString &folder, std::vector<MarkdownPicture> &pictures);

} // namespace ws
