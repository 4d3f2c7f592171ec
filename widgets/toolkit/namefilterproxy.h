#pragma once
// Sorts a table, and shows the rows whose name a pattern matches. Text takes effect at once. A regular expression may
// take seconds on long names, so a worker tries it on the distinct names first; until then the previous filter stays in
// force and the window stays responsive.

#include "core/base/namepattern.h"
#include "widgets/toolkit/backgroundjob.h"

#include <QHash>
#include <QSortFilterProxyModel>
#include <QVariant>

#include <vector>

namespace ws {

class NameFilterProxy : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit NameFilterProxy(QObject *parent = nullptr);

    /// The column whose text is the name is filterKeyColumn(). A pattern with an error changes nothing.
    void setPattern(const NamePattern &pattern);
    bool isWorking() const { return m_job.isRunning(); }

    void setSourceModel(QAbstractItemModel *model) override;

signals:
    /// `problem`: the number of names the pattern gave up on, or why it could not be tried; empty: none.
    void applied(const QString &problem);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;
    /// Each cell of the sorted column is read once, not once for each comparison.
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    struct Answers
    {
        QHash<QString, bool> matches; ///< by name
        QString problem;
    };

    QString nameOf(int row) const;
    void findAnswers(const NamePattern &pattern);
    void readSortKeys(int column) const;

    NamePattern m_pattern; ///< in force
    NamePattern m_wanted;  ///< set last; in force once a worker has tried it
    std::shared_ptr<const Answers> m_answers;
    BackgroundJob<Answers> m_job;
    mutable int m_sortKeysOf = -1;            ///< column; -1: not read yet
    mutable std::vector<QVariant> m_sortKeys; ///< by row of the source
};

} // namespace ws
