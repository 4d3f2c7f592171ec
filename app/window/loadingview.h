#pragma once
// The progress of a load: file, bytes, events, bar, Cancel. A page while nothing is open, on which the timeline fills;
// otherwise a bar over the current run. Polls the loader's Progress at 10 Hz. When a transfer breaks off, the page
// keeps what came.

#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>

class QGridLayout;
class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;

namespace ws {

class FillingTimeline;
class LoadPreview;
class RunLoader;

class LoadingView : public QWidget
{
    Q_OBJECT
public:
    enum class Shape { Page, Bar };

    explicit LoadingView(Shape shape, QWidget *parent = nullptr);
    void setLoader(const RunLoader *loader); ///< null: nothing is loading
    /// Once nothing is loading: shows what came of the last load, or of one of this file before, says that this is all,
    /// and offers to go on. False: nothing came.
    bool setBrokenOff(std::function<void()> goOn);
    void forget();          ///< what came
    bool isFilling() const; ///< the timeline has the page; figures, bar and Cancel are to be shown by another one

signals:
    void cancelRequested();
    void closeRequested(); ///< of what a transfer that broke off left
    void fillingChanged();

private:
    void makeBar(QWidget *cancel);
    void makePage(QWidget *cancel);
    void makeHead();
    void show(std::shared_ptr<LoadPreview> preview);
    void refresh();
    void fill();

    const RunLoader *m_loader = nullptr;
    std::function<void()> m_doGoOn;
    std::shared_ptr<LoadPreview> m_preview; ///< what is shown
    std::shared_ptr<LoadPreview> m_came;    ///< of the last load that brought rows
    QString m_path, m_cameOf;               ///< the files of the last load and of m_came
    QLabel *m_name;
    QLabel *m_figures;
    QProgressBar *m_bar;
    QWidget *m_column = nullptr; ///< of a page
    QWidget *m_head = nullptr;   ///< over the timeline: the note and its buttons
    QLabel *m_note = nullptr;
    QPushButton *m_goOn = nullptr, *m_close = nullptr;
    QPlainTextEdit *m_overview = nullptr; ///< under it, of a run that a host packs
    QString m_overviewText;
    FillingTimeline *m_timeline = nullptr;
    QGridLayout *m_page = nullptr;
    QTimer m_timer;
};

} // namespace ws
