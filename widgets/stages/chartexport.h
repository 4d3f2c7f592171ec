#pragma once
// A stage chart as a file of its own: SVG with real text, PDF, PNG at any scale. Rendered from the scene that the
// window shows, at a size of its own.

#include "core/io/wholefile.h"
#include "widgets/stages/chartdata.h"

#include <QByteArray>
#include <QSize>

namespace ws {

struct ChartPicture
{
    QSize size{960, 600}; ///< px at 96 per inch
    double scale = 2;     ///< PNG only: pixels per px
    bool transparent = false;
};

QByteArray chartSvg(const ChartData &data, const ChartPicture &picture);
QByteArray chartPdf(const ChartData &data, const ChartPicture &picture);
QByteArray chartPng(const ChartData &data, const ChartPicture &picture);

/// By the file's ending. Errors: Unsupported (another ending), Unreadable (exists, or cannot be written).
Result<QString> exportChart(const ChartData &data, const ChartPicture &picture, const QString &path, Existing existing);

} // namespace ws
