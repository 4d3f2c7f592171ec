#include "core/report/sql/sqlfunctions.h"

#include "core/analysis/gpuscan.h"
#include "core/base/demangle.h"
#include "core/base/namepattern.h"
#include "core/base/quantiles.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/report/sql/virtualtable.h"

#include <QCoreApplication>

#include <sqlite3.h>

#include <cmath>
#include <map>
#include <memory>
#include <new>
#include <unordered_map>

namespace ws {

const SqlFunctionText sqlFunctionTexts[8] = {
    {"busy(begin, end)", QT_TRANSLATE_NOOP("Core", "aggregate: length of the union of intervals")},
    {"percentile(value, p)", QT_TRANSLATE_NOOP("Core", "aggregate: the p-th percentile, as in all tables")},
    {"overlap(begin1, end1, begin2, end2)", QT_TRANSLATE_NOOP("Core", "how long both intervals last together")},
    {"in_range(begin, end, from, to)",
     QT_TRANSLATE_NOOP("Core", "1 where the interval reaches into the range, else 0")},
    {"short_name(name [, max])", QT_TRANSLATE_NOOP("Core", "a kernel's name in short")},
    {"full_name(name)", QT_TRANSLATE_NOOP("Core", "demangled")},
    {"stage(name)", QT_TRANSLATE_NOOP("Core", "of a kernel's name, by the mapping in force")},
    {"name REGEXP pattern",
     QT_TRANSLATE_NOOP("Core", "1 where the regular expression matches anywhere in the name, whatever the case")},
};

namespace {

/// Values of an aggregate in SQLite's memory, so that its limit holds.
template <class T> struct SqlBuffer
{
    T *values;
    uint64_t size, capacity;

    bool push(const T &value)
    {
        if (size == capacity) {
            const uint64_t wanted = capacity ? capacity + capacity / 2 : 16;
            auto *grown = static_cast<T *>(sqlite3_realloc64(values, wanted * sizeof(T)));
            if (!grown)
                return false;
            values = grown;
            capacity = wanted;
        }
        values[size++] = value;
        return true;
    }
    void free() { sqlite3_free(values); }
};

bool isAnyNull(int count, sqlite3_value **values)
{
    for (int i = 0; i < count; ++i)
        if (sqlite3_value_type(values[i]) == SQLITE_NULL)
            return true;
    return false;
}

std::string_view textOf(sqlite3_value *value)
{
    const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(value));
    return text ? std::string_view(text, static_cast<size_t>(sqlite3_value_bytes(value))) : std::string_view();
}

void giveText(sqlite3_context *context, std::string_view text)
{
    sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

struct BusyInterval
{
    int64_t begin, end;
};

/// Intervals apart from each other while they come by begin; else what came out of order stands as it is.
struct BusyState
{
    SqlBuffer<BusyInterval> intervals;
    bool isUnsorted;
};

void busyStep(sqlite3_context *context, int count, sqlite3_value **values)
{
    auto *state = static_cast<BusyState *>(sqlite3_aggregate_context(context, sizeof(BusyState)));
    if (!state)
        return sqlite3_result_error_nomem(context);
    if (isAnyNull(count, values))
        return;
    const BusyInterval added{sqlite3_value_int64(values[0]), sqlite3_value_int64(values[1])};
    if (added.end < added.begin)
        return sqlite3_result_error(context, "busy(begin, end): an end lies before its begin", -1);
    auto &list = state->intervals;
    if (list.size && added.begin >= list.values[list.size - 1].begin && added.begin <= list.values[list.size - 1].end) {
        list.values[list.size - 1].end = std::max(list.values[list.size - 1].end, added.end);
        return;
    }
    state->isUnsorted |= list.size && added.begin < list.values[list.size - 1].begin;
    if (!list.push(added))
        sqlite3_result_error_nomem(context);
}

void busyEnd(sqlite3_context *context)
{
    auto *state = static_cast<BusyState *>(sqlite3_aggregate_context(context, 0));
    if (!state || !state->intervals.size)
        return sqlite3_result_null(context);
    const std::span list(state->intervals.values, state->intervals.size);
    if (state->isUnsorted)
        std::sort(list.begin(), list.end(),
                  [](const BusyInterval &a, const BusyInterval &b) { return a.begin < b.begin; });
    RunningUnion all;
    for (const BusyInterval &interval : list)
        all.add(interval.begin, interval.end);
    sqlite3_result_int64(context, all.length);
    state->intervals.free();
}

struct PercentileState
{
    SqlBuffer<int64_t> integers;
    SqlBuffer<double> reals; ///< all values, once one is no integer
    double percent;
    bool hasPercent;
};

bool addValue(PercentileState &state, sqlite3_value *value)
{
    if (sqlite3_value_numeric_type(value) == SQLITE_INTEGER && !state.reals.size)
        return state.integers.push(sqlite3_value_int64(value));
    for (uint64_t i = 0; i < state.integers.size; ++i)
        if (!state.reals.push(double(state.integers.values[i])))
            return false;
    state.integers.size = 0;
    return state.reals.push(sqlite3_value_double(value));
}

void percentileStep(sqlite3_context *context, int count, sqlite3_value **values)
{
    auto *state = static_cast<PercentileState *>(sqlite3_aggregate_context(context, sizeof(PercentileState)));
    if (!state)
        return sqlite3_result_error_nomem(context);
    if (isAnyNull(count, values))
        return;
    const double percent = sqlite3_value_double(values[1]);
    if (!(percent >= 0 && percent <= 100) || (state->hasPercent && state->percent != percent))
        return sqlite3_result_error(context, "percentile(value, p): p is one number from 0 to 100", -1);
    state->percent = percent;
    state->hasPercent = true;
    if (!addValue(*state, values[0]))
        sqlite3_result_error_nomem(context);
}

/// As PercentilePlaces, for percents with up to three decimals.
PercentilePlaces placesOf(size_t n, double percent)
{
    PercentilePlaces places(n, 0);
    const auto thousandths = static_cast<uint64_t>(std::llround(percent * 1000));
    const uint64_t parts = n * thousandths;
    places.upper = std::min<size_t>(parts / 100'000, n - 1);
    places.lower = parts % 100'000 == 0 && parts > 0 ? parts / 100'000 - 1 : places.upper;
    return places;
}

double realAt(std::span<double> values, PercentilePlaces places)
{
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(places.lower);
    std::nth_element(values.begin(), at, values.end());
    return places.upper == places.lower ? *at : (*at + *std::min_element(at + 1, values.end())) / 2;
}

void percentileEnd(sqlite3_context *context)
{
    auto *state = static_cast<PercentileState *>(sqlite3_aggregate_context(context, 0));
    if (!state || state->integers.size + state->reals.size == 0)
        sqlite3_result_null(context);
    else if (state->reals.size)
        sqlite3_result_double(
            context, realAt({state->reals.values, state->reals.size}, placesOf(state->reals.size, state->percent)));
    else
        sqlite3_result_int64(context, valueAt({state->integers.values, state->integers.size},
                                              placesOf(state->integers.size, state->percent)));
    if (state) {
        state->integers.free();
        state->reals.free();
    }
}

void overlap(sqlite3_context *context, int count, sqlite3_value **values)
{
    if (isAnyNull(count, values))
        return;
    const int64_t begin = std::max(sqlite3_value_int64(values[0]), sqlite3_value_int64(values[2]));
    const int64_t end = std::min(sqlite3_value_int64(values[1]), sqlite3_value_int64(values[3]));
    int64_t length = 0;
    if (end > begin && __builtin_sub_overflow(end, begin, &length))
        length = INT64_MAX;
    sqlite3_result_int64(context, length);
}

void inRange(sqlite3_context *context, int count, sqlite3_value **values)
{
    if (isAnyNull(count, values))
        return;
    const TimeRange range{sqlite3_value_int64(values[2]), sqlite3_value_int64(values[3])};
    sqlite3_result_int(context, intersects(range, sqlite3_value_int64(values[0]), sqlite3_value_int64(values[1])));
}

/// A function of one text; it may run out of memory.
template <class Make> void withText(sqlite3_context *context, int count, sqlite3_value **values, const Make &make)
{
    if (isAnyNull(count, values))
        return;
    try {
        giveText(context, make(textOf(values[0])));
    } catch (const std::bad_alloc &) {
        sqlite3_result_error_nomem(context);
    }
}

void shortNameOf(sqlite3_context *context, int count, sqlite3_value **values)
{
    const int64_t wanted = count > 1 ? sqlite3_value_int64(values[1]) : 60;
    const auto max = static_cast<size_t>(std::clamp<int64_t>(wanted, 5, 100'000));
    withText(context, count, values, [max](std::string_view name) { return shortName(shownName(name), max); });
}

void fullNameOf(sqlite3_context *context, int count, sqlite3_value **values)
{
    withText(context, count, values, [](std::string_view name) { return std::string(shownName(name)); });
}

/// The stages of names that a query has asked for.
struct StageCache
{
    const StageMapping &mapping;
    std::map<std::string, std::string, std::less<>> known;

    const std::string &of(std::string_view name)
    {
        if (const auto found = known.find(name); found != known.end())
            return found->second;
        const auto names = std::make_shared<const NameSet>(std::vector<std::string>{std::string(name)});
        const auto classes = StageClassifier(names).classify(mapping);
        return known[std::string(name)] = classes->groups[classes->group[0]].stage;
    }
};

void stageOf(sqlite3_context *context, int count, sqlite3_value **values)
{
    auto &cache = *static_cast<StageCache *>(sqlite3_user_data(context));
    withText(context, count, values, [&cache](std::string_view name) { return cache.of(name); });
}

/// A regex with its answers: names repeat by the million.
struct RegexAnswers
{
    NamePattern pattern;
    std::unordered_map<std::string, NamePattern::Answer> known;

    explicit RegexAnswers(std::string_view text) : pattern(toText(text), true) {}
    NamePattern::Answer of(std::string_view name)
    {
        constexpr size_t most = 100'000;
        if (known.size() >= most)
            known.clear();
        const auto [found, isNew] = known.try_emplace(std::string(name));
        if (isNew)
            found->second = pattern.match(toText(name));
        return found->second;
    }
};

void deleteAnswers(void *answers)
{
    delete static_cast<RegexAnswers *>(answers);
}

/// regexp(pattern, name)
void regexp(sqlite3_context *context, int count, sqlite3_value **values)
{
    if (isAnyNull(count, values))
        return;
    auto *known = static_cast<RegexAnswers *>(sqlite3_get_auxdata(context, 0));
    std::unique_ptr<RegexAnswers> own;
    try {
        if (!known)
            own = std::make_unique<RegexAnswers>(textOf(values[0]));
        RegexAnswers &answers = known ? *known : *own;
        const QString error = answers.pattern.error();
        const NamePattern::Answer answer = error.isEmpty() ? answers.of(textOf(values[1])) : NamePattern::Answer::No;
        if (!error.isEmpty())
            sqlite3_result_error(context, ("REGEXP: " + error.toStdString()).c_str(), -1);
        else if (answer == NamePattern::Answer::GaveUp)
            sqlite3_result_error(context, "REGEXP: too many steps for one name; a simpler expression", -1);
        else
            sqlite3_result_int(context, answer == NamePattern::Answer::Yes);
    } catch (const std::bad_alloc &) {
        sqlite3_result_error_nomem(context);
    }
    if (own)
        sqlite3_set_auxdata(context, 0, own.release(), deleteAnswers);
}

void deleteStages(void *cache)
{
    delete static_cast<StageCache *>(cache);
}

} // namespace

int registerFunctions(sqlite3 *database, SqlModuleState &state)
{
    constexpr int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    using Scalar = void (*)(sqlite3_context *, int, sqlite3_value **);
    struct Function
    {
        const char *name;
        int arguments;
        Scalar scalar, step;
        void (*end)(sqlite3_context *);
    };
    constexpr Function functions[] = {
        {"busy", 2, nullptr, busyStep, busyEnd},          {"percentile", 2, nullptr, percentileStep, percentileEnd},
        {"overlap", 4, overlap, nullptr, nullptr},        {"in_range", 4, inRange, nullptr, nullptr},
        {"short_name", 1, shortNameOf, nullptr, nullptr}, {"short_name", 2, shortNameOf, nullptr, nullptr},
        {"full_name", 1, fullNameOf, nullptr, nullptr},   {"regexp", 2, regexp, nullptr, nullptr},
    };
    for (const Function &f : functions)
        if (const int code = sqlite3_create_function_v2(database, f.name, f.arguments, flags, nullptr, f.scalar, f.step,
                                                        f.end, nullptr))
            return code;
    auto *cache = new StageCache{state.runs.front()->run->mapping(), {}};
    return sqlite3_create_function_v2(database, "stage", 1, flags, cache, stageOf, nullptr, nullptr, deleteStages);
}

} // namespace ws
