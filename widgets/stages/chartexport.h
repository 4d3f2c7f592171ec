#pragma once
// A stage chart as a file of its own: SVG with real text, PDF, PNG at any scale. Rendered from the window's scene, at
// its own size.

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

/// By the file's suffix. Errors: Unsupported (another suffix), Unreadable (exists, or cannot be written).
Result<QString> exportChart(const ChartData &data, const ChartPicture &picture, const QString &path, Existing existing);

} // namespace ws
