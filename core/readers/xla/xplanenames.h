#pragma once
// What the ids of one plane mean: the names of its events and of their stats. A plane's file has them behind the
// events.

#include "core/base/diagnostics.h"
#include "core/base/stringpool.h"
#include "core/readers/toolkit/contentwindow.h"
#include "core/readers/toolkit/wire.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace ws {

/// Fields of XEvent (tsl/profiler/protobuf/xplane.proto).
namespace xevent {
enum Field : uint32_t { MetadataId = 1, OffsetPs = 2, DurationPs = 3, Stat = 4, Occurrences = 5 };
constexpr int64_t longest = int64_t(16) << 20; ///< bytes; a longer one is damaged
} // namespace xevent

/// Values by id. Writers count from 1; ids of a damaged file may be anything.
template <class T> class IdTable
{
public:
    T &operator[](uint64_t id)
    {
        if (id >= m_dense.size()) {
            if (id > 2 * m_dense.size() + 1024)
                return m_sparse[id];
            m_dense.resize(static_cast<size_t>(id) + 1);
        }
        return m_dense[static_cast<size_t>(id)];
    }
    /// Null: none of that id.
    T *find(uint64_t id)
    {
        if (id < m_dense.size())
            return &m_dense[static_cast<size_t>(id)];
        const auto found = m_sparse.find(id);
        return found == m_sparse.end() ? nullptr : &found->second;
    }
    const T *find(uint64_t id) const { return const_cast<IdTable *>(this)->find(id); }

private:
    std::vector<T> m_dense;
    std::unordered_map<uint64_t, T> m_sparse;
};

/// The stats that a reader looks at; all are shown in an event's text.
enum class XStatKind : uint8_t {
    Other,
    Correlation,
    KernelDetails,
    MemcpyDetails,
    MemsetDetails,
    MemoryDetails, ///< of an allocation, which is no work
    HloOp,
    HloModule,
    HloCategory,
    FrameworkOp,
    GraphId,
    GraphNode,
    StepNumber,
};

struct XplaneNames
{
    struct Event
    {
        StringId name = 0;
        StringId display = 0;  ///< the short one; 0: none
        StringId forRules = 0; ///< see xlaNameForRules(); 0: the name
        int32_t carriedPs = 0; ///< what rounding the durations of this name has left over
        bool isKnown = false;
        uint8_t hostUse = 0; ///< what a thread's event of this name is, for XplaneEvents; 0: not looked at yet
    };
    struct Stat
    {
        StringId name = 0;
        XStatKind kind = XStatKind::Other;
        bool isGridKnown = false;
        StringId grid = 0; ///< where the name is the text of kernel_details
    };

    IdTable<Event> events;
    IdTable<Stat> stats;
    bool hasStepNumbers = false, hasCorrelations = false;
};

/// One value of an event, a plane or a name; refers to the bytes that it was read from.
struct XStat
{
    uint64_t id = 0;
    enum Kind : uint8_t { None, Real, Unsigned, Signed, Text, Bytes, Reference } kind = None;
    uint64_t bits = 0; ///< of a number or reference
    std::string_view text;

    /// Of a damaged one what stands before the damage.
    static XStat of(std::string_view message)
    {
        constexpr char idHead = 0x08; // writers begin with the number, then the value
        const char *const end = message.data() + message.size();
        XStat stat;
        if (message.size() < 3 || message[0] != idHead)
            return readAny(message);
        const char *at = readVarint(message.data() + 1, end, stat.id);
        if (!at || at == end)
            return readAny(message);
        const char head = *at++;
        if (head != 0x18 && head != 0x20 && head != 0x38)
            return readAny(message);
        stat.kind = head == 0x18 ? Unsigned : head == 0x20 ? Signed : Reference;
        return readVarint(at, end, stat.bits) == end ? stat : readAny(message);
    }
    static XStat readAny(std::string_view message);
    double real() const { return std::bit_cast<double>(bits); }
};

/// The text of a stat, also where it refers to a name; empty: it is a number.
std::string_view textOf(const XStat &stat, const XplaneNames &names, const StringPool &strings);

/// One plane's place, names and own stats.
struct Xplane
{
    int64_t begin = 0, end = 0; ///< of its message
    bool isCut = false;
    std::string name;
    XplaneNames names;
    std::vector<std::pair<std::string, std::string>> stats; ///< of the plane itself: what the device is
    bool hasLines = false;
};

/// Reads all of a plane but its lines, which are skipped. What is damaged is counted.
void readPlane(ContentWindow &window, Xplane &plane, StringPool &strings, Diagnostics &diagnostics);

} // namespace ws
