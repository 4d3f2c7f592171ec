#pragma once
// The content of the window: the start page while nothing is open, a job of ranks without a run, the progress of the
// first load, else the workspace. Above it are a line for messages and one for the progress of a further load.

#include <QWidget>

#include <functional>

class QStackedWidget;

namespace ws {

class LoadingView;
class MessageBar;
class RunLoader;
class StartPage;

class Pages : public QWidget
{
    Q_OBJECT
public:
    /// Takes over `start` and `workspace`.
    Pages(StartPage *start, QWidget *workspace, QWidget *parent = nullptr);

    MessageBar *messages() const { return m_messages; }
    void addLine(MessageBar *line); ///< takes it over; below the messages
    void setHasRun(bool hasRun);
    void setJobPage(QWidget *page); ///< takes it over; shown while there is a job and no run, or in front
    void setHasJob(bool hasJob);
    /// The job's page in place of the open runs, as long as there is a job.
    void setJobInFront(bool inFront);
    bool isJobInFront() const { return m_hasJob && m_isJobInFront; }
    void setLoader(const RunLoader *loader); ///< null: nothing is loading
    /// Once a load has failed, and no run is open: keeps the rows and the overview that came, if any did, with a
    /// button for `goOn`. Returns whether it does.
    bool keepWhatCame(const std::function<void()> &goOn);

signals:
    void cancelRequested();
    void jobInFrontChanged();

private:
    void chooseCurrentPage();

    MessageBar *m_messages;
    LoadingView *m_loadingBar;
    QStackedWidget *m_pages;
    StartPage *m_start;
    LoadingView *m_loadingPage;
    QWidget *m_workspace;
    QWidget *m_jobPage = nullptr;
    bool m_hasRun = false;
    bool m_hasJob = false;
    bool m_isJobInFront = false;
    bool m_isLoading = false;
    bool m_isBrokenOff = false; ///< what came is kept
};

} // namespace ws
