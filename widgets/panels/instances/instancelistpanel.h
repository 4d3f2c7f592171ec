#pragma once
// The base of the lists of equal things: a table, the distribution of their durations, and the way to the slowest, the
// median and the fastest one.

#include "widgets/panels/instances/instancekeys.h"
#include "widgets/session/runtablepanel.h"

class QLabel;

namespace ws {

class HistogramView;

class InstanceListPanel : public RunTablePanel
{
    Q_OBJECT
public:
    HistogramView *histogram() const { return m_histogram; }

protected:
    InstanceListPanel(Pane *pane, ReportTable columns, QWidget *parent = nullptr);

    virtual EventRef sliceOf(uint32_t row) const = 0; ///< of list()
    /// As the list counts it; nothing: it is none of its rows.
    virtual std::optional<int64_t> durationOf(EventRef slice) const = 0;
    virtual void askSteps() = 0; ///< and what depends on them, behind the list
    virtual void fill() = 0;     ///< shows list() with what is known by now

    const InstanceList *list() const { return m_list.get(); } ///< null: not there yet
    RunPtr run() const { return m_run; }                      ///< of the list
    bool isCurrent() const { return m_list && m_run == pane().run(); }
    void setList(std::shared_ptr<const InstanceList> list); ///< of the pane's run
    void setTitle(const QString &text, const QStringList &shortForms = {});
    enum class Scroll { Never, ToRow };
    /// In the histogram and the table, where it is one of the rows.
    void markSelection(Scroll scroll = Scroll::ToRow);
    QString note() const; ///< how many there are and how long they take
    void present(ReportTable table, const QString &withoutRows);
    void cancel() override; ///< and forgets what it knows of the run, before another one is asked for
    void activate(int row) override;
    bool eventFilter(QObject *object, QEvent *event) override;
    virtual void dropSteps(); ///< they are others now
    /// When a list is first filled: whether the selected row is brought into sight, or the first one stays there.
    void setScroll(Scroll scroll);

    CacheRequest<StepsKey> m_wantedSteps;
    std::shared_ptr<const Steps> m_steps; ///< null: not there yet

private:
    QWidget *buildBar();
    void showTitle();
    void selectRowOf(EventRef slice, Scroll scroll);
    void goTo(uint32_t row);
    void goToBin(double fromNs, double toNs, bool isLast);

    QLabel *m_title = nullptr;
    QStringList m_titleForms; ///< widest first
    HistogramView *m_histogram;
    Scroll m_scroll = Scroll::ToRow;
    bool m_isNew = false; ///< the list has not been filled yet
    RunPtr m_run;
    std::shared_ptr<const InstanceList> m_list;
};

} // namespace ws
