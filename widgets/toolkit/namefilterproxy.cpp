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

void NameFilterProxy::setSourceModel(QAbstractItemModel *model)
{
    const auto forget = [this] { m_sortKeysOf = -1; };
    if (sourceModel())
        disconnect(sourceModel(), nullptr, this, nullptr);
    if (model) { // before the base class, which sorts again upon the same signals
        connect(model, &QAbstractItemModel::modelReset, this, forget);
        connect(model, &QAbstractItemModel::dataChanged, this, forget);
        connect(model, &QAbstractItemModel::rowsInserted, this, forget);
        connect(model, &QAbstractItemModel::rowsRemoved, this, forget);
        connect(model, &QAbstractItemModel::rowsMoved, this, forget);
        connect(model, &QAbstractItemModel::layoutChanged, this, forget);
    }
    forget();
    QSortFilterProxyModel::setSourceModel(model);
}

void NameFilterProxy::readSortKeys(int column) const
{
    const int rows = sourceModel()->rowCount();
    m_sortKeys.clear();
    m_sortKeys.reserve(static_cast<size_t>(rows));
    for (int row = 0; row < rows; ++row)
        m_sortKeys.push_back(sourceModel()->index(row, column).data(sortRole()));
    m_sortKeysOf = column;
}

bool NameFilterProxy::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    if (m_sortKeysOf != left.column() || static_cast<int>(m_sortKeys.size()) != sourceModel()->rowCount())
        readSortKeys(left.column());
    const QVariant &a = m_sortKeys[static_cast<size_t>(left.row())], &b = m_sortKeys[static_cast<size_t>(right.row())];
    if (a.metaType() == b.metaType() && a.metaType().id() == QMetaType::LongLong)
        return a.toLongLong() < b.toLongLong();
    if (a.metaType() == b.metaType() && a.metaType().id() == QMetaType::Double)
        return a.toDouble() < b.toDouble();
    if (a.metaType() == b.metaType() && a.metaType().id() == QMetaType::QString && !isSortLocaleAware())
        return a.toString().compare(b.toString(), sortCaseSensitivity()) < 0;
    return QSortFilterProxyModel::lessThan(left, right);
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
