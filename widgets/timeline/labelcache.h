#pragma once
// Labels of slices as small images: drawing one costs 0.3 µs, drawing text 4 µs, eliding a long name 8 µs. Widths are
// in steps, so that a slowly growing box does not need a new image in every frame.

#include "widgets/timeline/timelinedata.h"
#include "widgets/timeline/whenlanes.h"

#include <QFont>
#include <QFontMetrics>
#include <QImage>

#include <unordered_map>

namespace ws {

class LabelCache
{
public:
    enum Size { Small, Normal };

    /// `ratio`: device pixels per logical pixel. Forgets all images.
    void setUp(TimelineDataPtr data, const QFont &font, double ratio);

    /// Names of steps are told apart as it says; null: they are not known. Forgets all images when it is another one.
    void setWhen(std::shared_ptr<const WhenLanes> when);

    /// For frames on the screen: of a new view 1 ms, of the same view, which has the rest, 5 ms. Pictures have all at
    /// once.
    static constexpr size_t newWhileMoving = 64, newAtRest = 320;
    /// New images until the next call: after `newImages` of them label() gives none, so that a view full of names that
    /// no frame has shown yet does not hold the window up.
    void beginFrame(size_t newImages);
    /// label() had none for that reason since beginFrame().
    bool leftSomeOut() const { return m_leftSomeOut; }

    /// A form of the short name that fits `room` device pixels; of the shortest its start, and also its end where there
    /// is room for enough of both.
    /// Null where fewer than 5 characters fit.
    const QImage *label(StringId name, int room, QRgb colour, Size size);
    /// Room below which label() is null.
    int minRoom(Size size) const { return m_fonts[size].minRoom; }
    const QFont &font(Size size) const { return m_fonts[size].font; } ///< in device pixels
    QString text(StringId name) const;
    /// The part of a text shown by label(); empty: nothing. If it is too long, it first drops a common prefix.
    static QString fitted(const QString &fullText, int room, const QFontMetrics &metrics);

private:
    QString fittedForm(StringId name, int room, const QFontMetrics &metrics) const;
    struct Sized
    {
        QFont font;
        int minRoom = 0;
        std::unordered_map<StringId, int> widths; ///< of the whole text
    };
    QImage render(const QString &text, QRgb colour, const QFont &font) const;

    TimelineDataPtr m_data;
    std::shared_ptr<const WhenLanes> m_when;
    double m_ratio = 1;
    Sized m_fonts[2];
    std::unordered_map<uint64_t, QImage> m_images;
    size_t m_newImages = SIZE_MAX; ///< of this frame, still allowed
    bool m_leftSomeOut = false;
};

} // namespace ws
