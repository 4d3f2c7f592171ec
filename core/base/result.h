#pragma once
// Errors as values. Every failure a user can meet says which file, which byte, what was expected and what to do about
// it; exceptions are caught once, in loadRun(). Rejected: std::expected (not in C++20), error codes (no context).

#include <QString>

#include <cstdint>
#include <utility>
#include <variant>

namespace ws {

enum class ErrorKind {
    NotFound,
    Unreadable,
    UnknownFormat,
    Malformed,
    Unsupported,
    OutOfMemory,
    TooLarge,
    Cancelled, ///< by the user: not a failure
};

struct Error
{
    ErrorKind kind = ErrorKind::Malformed;
    QString message;     ///< one sentence: what was expected, what to do
    QString file;        ///< path as given, may be empty
    int64_t offset = -1; ///< byte in the unpacked content, -1 when it has no place

    /// "file: byte N: message", the parts that are known.
    QString text() const;
};

template <class T> class [[nodiscard]] Result
{
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }
    T &value() { return std::get<0>(m_state); }
    const T &value() const { return std::get<0>(m_state); }
    T &operator*() { return value(); }
    const T &operator*() const { return value(); }
    T *operator->() { return &value(); }
    const T *operator->() const { return &value(); }
    Error &error() { return std::get<1>(m_state); }
    const Error &error() const { return std::get<1>(m_state); }

private:
    std::variant<T, Error> m_state;
};

} // namespace ws
