#pragma once
// The traces of a job's ranks that are open as runs. A rank is a digest until it is looked at; a thousand traces would
// not fit. What is open stays within the memory that the user allows: the trace not looked at for longest is closed,
// never the one that is shown, nor one with notes.

#include "core/base/timerange.h"
#include "widgets/session/session.h"

#include <QPointer>

#include <deque>

namespace ws {

class FileOpener;
struct OpenRequest;

/// MiB; see JobTraces::limitBytes().
extern const QString jobMemorySetting;

class JobTraces : public QObject
{
    Q_OBJECT
public:
    /// Both outlive it.
    JobTraces(Session *session, FileOpener *files, QObject *parent);

    /// Shows the trace at `span` (ns since its origin; empty: all of it).
    void open(const QString &path, const TimeRange &span);
    /// One after the other, as many as the memory allows.
    void openAll(const QStringList &paths);
    /// As the user set it, else half of the machine's memory.
    static int64_t limitBytes();

signals:
    void told(const QString &text);
    void allOpened(); ///< or as many as the memory allows

private:
    struct Trace
    {
        QPointer<RunContext> context;
        QString path;
    };
    void opened(const OpenRequest &request, RunContext *context);
    void failed(const QString &path);
    void openNext();
    void noteActive();
    void keepWithinLimit();
    int64_t memoryBytes() const;
    /// What it will take, by what those that are open take of their files' sizes.
    int64_t expectedBytes(const QString &path) const;

    Session *m_session;
    FileOpener *m_files;
    std::deque<Trace> m_traces; ///< the one not looked at for longest first
    QStringList m_waiting;      ///< of openAll()
    QString m_current;          ///< of openAll(), being loaded; empty: none
    QStringList m_ours;         ///< asked for here and not open yet
    qsizetype m_all = 0;
    QString m_spanPath; ///< the trace whose span is to be shown when it is open; empty: none
    TimeRange m_span;
};

} // namespace ws
