#pragma once
// The progress of a load: file, bytes, events, bar, Cancel. A page while nothing is open, otherwise a bar over the
// current run. Polls the loader's Progress at 10 Hz.

#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;

namespace ws {

class RunLoader;

class LoadingView : public QWidget
{
    Q_OBJECT
public:
    enum class Shape { Page, Bar };

    explicit LoadingView(Shape shape, QWidget *parent = nullptr);
    void setLoader(const RunLoader *loader); ///< null: nothing is loading

signals:
    void cancelRequested();

private:
    void refresh();

    const RunLoader *m_loader = nullptr;
    QLabel *m_name;
    QLabel *m_figures;
    QProgressBar *m_bar;
    QTimer m_timer;
};

} // namespace ws
