#pragma once
// A stage chart as a picture, rendered from the window's scene, at its own size.

#include "widgets/stages/chartdata.h"
#include "widgets/toolkit/picture.h"

namespace ws {

using ChartPicture = PictureForm;

Picture chartPicture(const ChartData &data);

inline QByteArray chartSvg(const ChartData &data, const ChartPicture &picture)
{
    return pictureSvg(chartPicture(data), picture);
}
inline QByteArray chartPdf(const ChartData &data, const ChartPicture &picture)
{
    return picturePdf(chartPicture(data), picture);
}
inline QByteArray chartPng(const ChartData &data, const ChartPicture &picture)
{
    return picturePng(chartPicture(data), picture);
}
/// As writePicture().
inline Result<QString> exportChart(const ChartData &data, const ChartPicture &picture, const QString &path,
                                   Existing existing)
{
    return writePicture(chartPicture(data), picture, path, existing);
}

} // namespace ws
