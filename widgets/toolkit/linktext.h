#pragma once
// A paragraph of plain text, wrapped to the width, in which some pieces are links. Not a QLabel with HTML: names of a
// file would have to be escaped at every place, and one that is forgotten is markup. Tab moves through the links, Enter
// follows one; the context menu copies the text.

#include <QList>
#include <QTextLayout>
#include <QWidget>

#include <memory>

namespace ws {

struct TextPiece
{
    QString text;
    int link = -1;   ///< what linkActivated() says; -1: no link
    QRgb colour = 0; ///< 0: the text's; not for links
};

/// Lines break between any two Chinese characters; a text of no more than `longest` stays together, as links do.
QString unbroken(const QString &text, qsizetype longest = 24);

class LinkText : public QWidget
{
    Q_OBJECT
public:
    explicit LinkText(QWidget *parent = nullptr);

    void setPieces(QList<TextPiece> pieces);
    void setText(const QString &text) { setPieces({{text}}); }
    void setMuted(bool muted); ///< secondary text
    QString text() const { return m_text; }
    int linkAt(QPointF point) const; ///< -1: none

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void linkActivated(int link);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    struct Span
    {
        int from, to; ///< of m_text
        int piece;
    };

    double layOut(QTextLayout &layout, int width) const; ///< returns the height
    const Span *spanAt(QPointF point) const;
    void relayout();

    QList<TextPiece> m_pieces;
    QString m_text;
    QList<Span> m_links;
    std::unique_ptr<QTextLayout> m_layout; ///< for the present width
    int m_focused = -1;                    ///< index into m_links
    int m_hovered = -1;
    int m_pressed = -1;
    bool m_muted = false;
};

} // namespace ws
