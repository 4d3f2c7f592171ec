#pragma once
// Where exceptions become errors. The program throws none of its own: what is caught is the end of memory, a thread
// that cannot be made, or a defect that shall cost one result and not the program.

#include "core/base/result.h"

#include <optional>
#include <type_traits>

namespace ws {

/// The exception that is being handled, as an error; for catch blocks only.
Error caughtError();

/// How much of an outcome is the value: Result<T> and std::optional<T> (none: cancelled) say it themselves.
template <class Outcome> struct ValueOf
{
    using type = Outcome;
};
template <class T> struct ValueOf<Result<T>>
{
    using type = T;
};
template <class T> struct ValueOf<std::optional<T>>
{
    using type = T;
};

/// What `work()` returns as a Result; what it throws as an error.
template <class Work> auto attempt(Work &&work)
{
    using Outcome = std::decay_t<std::invoke_result_t<Work>>;
    using Value = typename ValueOf<Outcome>::type;
    try {
        if constexpr (std::is_same_v<Outcome, std::optional<Value>>) {
            Outcome outcome = work();
            return outcome ? Result<Value>(std::move(*outcome)) : Result<Value>(Error{ErrorKind::Cancelled, {}, {}});
        } else {
            return Result<Value>(work());
        }
    } catch (...) {
        return Result<Value>(caughtError());
    }
}

} // namespace ws
