#pragma once
// Where exceptions become errors. The program throws none of its own: those caught here mean that memory ran out, that
// a thread could not start, or a defect that must cost one result and not the program.

#include "core/base/result.h"

#include <optional>
#include <type_traits>

namespace ws {

/// The exception that is being handled, as an error; for catch blocks only.
Error caughtError();

/// The value type of an outcome: that of Result<T> and std::optional<T> (none: cancelled), else the outcome itself.
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

/// Returns the outcome of `work()` as a Result, and its exceptions as errors.
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
