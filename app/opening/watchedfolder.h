#pragma once
// The newest traces of a folder as a table: time, recording, GPU busy, phase. New files appear by themselves; one that
// is still being written waits until its size and time have been the same for a moment. Files are summed up one at a
// time behind all other work.

#include "app/opening/foldersummary.h"
#include "core/base/format.h"
#include "widgets/toolkit/backgroundjob.h"

#include <QAbstractTableModel>
#include <QFileSystemWatcher>
#include <QTimer>

#include <functional>
#include <memory>

namespace ws {

class WatchedFolder : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Name, Written, Recording, Busy, Phase, columns };
    enum Role { PathRole = Qt::UserRole + 1 };
    static constexpr int maxFiles = 50;
    static constexpr int64_t maxBytes = int64_t(1) << 30; ///< larger files are listed and not read
    using Sum = std::function<Result<FolderSummary>(const QString &path, Progress &progress)>;

    /// `summaries`: the file of the cache.
    explicit WatchedFolder(QString summaries, Sum sum = folderSummary, QObject *parent = nullptr);
    ~WatchedFolder() override;

    const QString &folder() const { return m_folder; } ///< empty: none is watched
    void watch(const QString &folder);                 ///< empty: none any more
    void setRestMs(int ms) { m_rest.setInterval(ms); }
    bool isBusy() const { return m_job.isRunning() || m_rest.isActive(); }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

signals:
    void folderChanged(); ///< another one is watched, or none

private:
    struct Trace
    {
        FileStamp stamp;
        bool isWritten = false;                            ///< it has rested
        std::shared_ptr<const FolderSummary> summary = {}; ///< null: not known yet, or a problem
        QString problem = {};                              ///< why there is no summary; empty: none, or not known yet
    };
    enum class Look { First, Again, Rested };
    void look(Look look);
    void sumNext();
    void finish(const FileStamp &stamp, const Result<std::shared_ptr<const FolderSummary>> &summary);
    Trace traceOf(const FileStamp &stamp, Look look) const;
    QVariant text(const Trace &trace, int column) const;
    TimeUnit unit() const; ///< of all recordings

    FolderSummaries m_summaries;
    Sum m_sum;
    QString m_folder;
    QFileSystemWatcher m_watcher;
    QTimer m_rest;
    std::vector<Trace> m_traces; ///< the newest first
    std::shared_ptr<Progress> m_progress;
    BackgroundJob<FolderSummary> m_job;
};

} // namespace ws
