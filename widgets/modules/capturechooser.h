#pragma once
// The choice of a trace of the capture of the graphs that a run launches. Files beside the trace are offered, and all
// of their folder at once, of which each launch takes the one that fits; the chosen one is read in the background and
// matched with the run. The choice belongs to the run and stays with it.

#include "core/analysis/modules/capturematch.h"
#include "widgets/session/pane.h"

#include <QToolButton>

namespace ws {

class CaptureChooser : public QToolButton
{
    Q_OBJECT
public:
    explicit CaptureChooser(Pane *pane, QWidget *parent = nullptr);

    /// Of the pane's run; null: no capture is chosen, or it is still being read.
    std::shared_ptr<const CaptureMatch> match() const;
    /// Reads the file, or all files of the folder; an empty path: no capture.
    void choose(const QString &path);

signals:
    void matchChanged();

private:
    struct Choice : ViewState
    {
        QString path;
        std::shared_ptr<const CaptureMatch> match;
    };
    void runChanged();
    void fillMenu();
    void showChoice();
    void chooseByDialog();
    Choice &choice() const { return m_pane->context().viewState<Choice>(); }

    Pane *m_pane;
    QStringList m_beside; ///< captures beside the run's file
    BackgroundJob<CaptureMatch> m_job;
};

} // namespace ws
