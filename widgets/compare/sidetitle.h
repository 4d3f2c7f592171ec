#pragma once
// The title over one of two runs: its letter, name and device, and a button that closes it. A line under it marks the
// side that the panels show.

#include <QWidget>

class QToolButton;

namespace ws {

class SideTitle : public QWidget
{
    Q_OBJECT
public:
    /// `letter`: "A" or "B"; `colour`: of its badge.
    SideTitle(const QString &letter, QRgb (*colour)(), QWidget *parent = nullptr);
    void setText(const QString &text, const QString &toolTip);
    void setActive(bool active);
    bool isActive() const { return m_isActive; }
    QString text() const { return m_text; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void pressed();
    void closeWanted();
    void menuWanted(const QPoint &globalPos);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QString m_letter, m_text;
    QRgb (*m_colour)();
    QToolButton *m_close;
    bool m_isActive = false;
};

} // namespace ws
