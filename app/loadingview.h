#pragma once
// The progress of a load: file, bytes, events, bar, Cancel. A page while nothing is open, on which the timeline fills;
// otherwise a bar over the current run. Polls the loader's Progress at 10 Hz.

#include <QTimer>
#include <QWidget>

class QGridLayout;
class QLabel;
class QPlainTextEdit;
class QProgressBar;

namespace ws {

class FillingTimeline;
class RunLoader;

class LoadingView : public QWidget
{
    Q_OBJECT
public:
    enum class Shape { Page, Bar };

    explicit LoadingView(Shape shape, QWidget *parent = nullptr);
    void setLoader(const RunLoader *loader); ///< null: nothing is loading
    bool isFilling() const; ///< the timeline has the page; figures, bar and Cancel are to be shown by another one

signals:
    void cancelRequested();
    void fillingChanged();

private:
    void makeBar(QWidget *cancel);
    void makePage(QWidget *cancel);
    void refresh();
    void fill();

    const RunLoader *m_loader = nullptr;
    QLabel *m_name;
    QLabel *m_figures;
    QProgressBar *m_bar;
    QWidget *m_column = nullptr;          ///< of a page
    QLabel *m_note = nullptr;             ///< over the timeline
    QPlainTextEdit *m_overview = nullptr; ///< under it, of a run that a host packs
    QString m_overviewText;
    FillingTimeline *m_timeline = nullptr;
    QGridLayout *m_page = nullptr;
    QTimer m_timer;
};

} // namespace ws
