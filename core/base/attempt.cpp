#include "core/base/attempt.h"

#include "core/base/texts.h"

#include <exception>
#include <new>
#include <system_error>

namespace ws {

Error caughtError()
{
    const auto outOfMemory = [] { return Error{ErrorKind::OutOfMemory, Core::tr("there is not enough memory"), {}}; };
    try {
        throw;
    } catch (const std::bad_alloc &) {
        return outOfMemory();
    } catch (const std::system_error &e) {
        if (e.code() == std::errc::resource_unavailable_try_again) // no room for a thread's stack
            return outOfMemory();
        return Error{ErrorKind::Malformed, QString::fromLocal8Bit(e.what()), {}};
    } catch (const std::exception &e) {
        return Error{ErrorKind::Malformed, QString::fromUtf8(e.what()), {}};
    } catch (...) {
        return Error{ErrorKind::Malformed, Core::tr("of an unknown cause"), {}};
    }
}

} // namespace ws
