#include "widgets/toolkit/namefilterproxy.h"

#include <QSet>

namespace ws {

NameFilterProxy::NameFilterProxy(QObject *parent) : QSortFilterProxyModel(parent)
{
    connect(this, &QAbstractItemModel::modelReset, this, [this] { // other rows, perhaps with other names
        if (m_wanted.isRegex() && !m_wanted.isEmpty())
            findAnswers(m_wanted);
    });
}

void NameFilterProxy::setPattern(const NamePattern &pattern)
{
    m_job.cancel();
    if (!pattern.error().isEmpty())
        return;
    m_wanted = pattern;
    if (pattern.isRegex() && !pattern.isEmpty())
        return findAnswers(pattern);
    m_pattern = pattern;
    m_answers.reset();
    invalidateFilter();
    emit applied({});
}

QString NameFilterProxy::nameOf(int row) const
{
    return sourceModel()->index(row, filterKeyColumn()).data().toString();
}

void NameFilterProxy::findAnswers(const NamePattern &pattern)
{
    QSet<QString> names;
    for (int row = 0; row < sourceModel()->rowCount(); ++row)
        names.insert(nameOf(row));
    m_job.start(
        [names = std::move(names), pattern](const Progress &progress) {
            Answers answers;
            NameMatcher matcher(pattern);
            for (const QString &name : names) {
                if (progress.isCancelled())
                    break;
                answers.matches.insert(name, matcher.matches(name));
            }
            answers.problem = matcher.problem();
            return answers;
        },
        [this, pattern](const auto &answers) {
            if (!answers) // the previous filter stays in force
                return emit applied(JobErrors::text(answers.error()));
            m_pattern = pattern;
            m_answers = *answers;
            invalidateFilter();
            emit applied(m_answers->problem);
        });
}

/// New names are shown until their answers arrive.
bool NameFilterProxy::filterAcceptsRow(int row, const QModelIndex &) const
{
    if (m_pattern.isEmpty())
        return true;
    const QString name = nameOf(row);
    if (!m_pattern.isRegex())
        return m_pattern.match(name) == NamePattern::Answer::Yes;
    return !m_answers || m_answers->matches.value(name, true);
}

} // namespace ws
