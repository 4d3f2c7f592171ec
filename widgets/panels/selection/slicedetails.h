#pragma once
// The selected slice as text: facts and stack on the left, the event's arguments, read again from the file, on the
// right.

#include "core/analysis/slicecontext.h"
#include "core/base/result.h"
#include "widgets/session/pane.h"
#include "widgets/toolkit/backgroundjob.h"

#include <QWidget>

class QTextBrowser;

namespace ws {

class SlicePlace;

class SliceDetails : public QWidget
{
    Q_OBJECT
public:
    explicit SliceDetails(Pane *pane, QWidget *parent = nullptr);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Details;

    void refresh();
    void present(const Run &run, EventRef slice, const Details &details);
    void presentAgain();
    QString shortened(QString facts, const QString &element, int lines) const;
    QString measured(const Run &run, EventRef slice) const;
    void follow(const QUrl &link);
    QTextBrowser *makeBrowser(const QString &name);
    QString mutedColour() const;

    Pane *m_pane;
    QTextBrowser *m_facts;
    QTextBrowser *m_arguments;
    std::shared_ptr<const Details> m_shown; ///< null: nothing, or not yet
    bool m_wholeName = false;               ///< however long it is
    BackgroundJob<Details> m_job;
    SlicePlace *m_place;
};

} // namespace ws
