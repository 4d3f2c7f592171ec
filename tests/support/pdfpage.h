#pragma once
// The content of the page of a PDF that Qt wrote: texts (glyphs read back through the fonts' ToUnicode tables) and
// filled rectangles. Knows the few operators that QPdfEngine writes, no more.

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

namespace ws::test {

struct PdfRect
{
    double width = 0, height = 0;
    QString fill; ///< "#rrggbb"
};

struct PdfPage
{
    QStringList texts; ///< one per text object; Qt's tables map a blank to a tab
    std::vector<PdfRect> rects;
};

/// Empty when there is no page content.
PdfPage readPdf(const QByteArray &pdf);

} // namespace ws::test
