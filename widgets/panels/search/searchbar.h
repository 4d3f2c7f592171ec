#pragma once
// Search over all names: the timeline highlights the matches; Enter and Shift+Enter go from hit to hit. It runs in the
// background, so typing stays fast in traces of ten million events.

#include "core/analysis/namesearch.h"
#include "widgets/session/pane.h"
#include "widgets/toolkit/backgroundjob.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace ws {

class SearchBar : public QWidget
{
    Q_OBJECT
public:
    explicit SearchBar(Pane *pane, QWidget *parent = nullptr);
    void activate(); ///< takes the keyboard focus

signals:
    void left(); ///< Esc: the keyboard belongs to the timeline again

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    void schedule();
    void find();
    void found(const RunPtr &run, std::shared_ptr<const NameHits> hits);
    void step(int direction);
    void takeRun();
    void takeHighlight();
    void showMessage(const QString &text, bool wrong = false);
    void leave();

    Pane *m_pane;
    QLineEdit *m_text;
    QToolButton *m_regex;
    QLabel *m_count;
    QTimer m_delay;
    std::shared_ptr<const NameHits> m_hits; ///< of the current text; null: not yet known
    int m_wantedStep = 0;                   ///< Enter was pressed before the hits were known
    bool m_goesThere = false;               ///< zooms to the hit and leaves the field
    bool m_hasStepped = false;              ///< to a hit of the current text
    bool m_isInForce = false;               ///< the run's highlight is that of the text
    BackgroundJob<NameHits> m_find;
    BackgroundJob<Hit> m_step;
};

} // namespace ws
