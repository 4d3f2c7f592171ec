#pragma once
// What a list of traces says of each: how long the recording is, how busy the GPUs are, and what kind of work it is.
// The summary is kept on disk by path, size and time, so that a folder is read once.

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/io/bytesource.h"

#include <QHash>
#include <QString>

#include <optional>

namespace ws {

struct FolderSummary
{
    int64_t wallNs = 0;         ///< of the recording
    std::optional<double> busy; ///< of the span of its GPU work, 0 … 1; none: there is no GPU work
    QString phase;              ///< "prefill", "decode", "mixed"; empty: the steps do not say
    bool operator==(const FolderSummary &) const = default;
};

/// Reads the whole file. Errors: as loadRun().
Result<FolderSummary> folderSummary(const QString &path, Progress &progress);

class FolderSummaries
{
public:
    /// `file`: where they are kept; it need not exist. A damaged one is begun anew.
    explicit FolderSummaries(QString file);
    const FolderSummary *find(const FileStamp &stamp) const;        ///< null: not known
    void add(const FileStamp &stamp, const FolderSummary &summary); ///< and writes the file

private:
    static constexpr qsizetype max = 500;
    struct Entry
    {
        FileStamp stamp;
        FolderSummary summary;
    };
    QString m_file;
    QList<Entry> m_entries; ///< the last added at the end
};

} // namespace ws
