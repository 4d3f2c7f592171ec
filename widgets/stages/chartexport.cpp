#include "widgets/stages/chartexport.h"

#include "widgets/stages/chartscene.h"

#include <QPainter>

namespace ws {

Picture chartPicture(const ChartData &data)
{
    return {data.title, data.subtitle, Palette(data.dark).base, [data](QPainter &painter, QSize size, QRectF target) {
                ChartScene scene;
                scene.setData(data, size, pictureFont());
                scene.render(&painter, target, scene.sceneRect());
            }};
}

} // namespace ws
