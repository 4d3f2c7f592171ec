#pragma once
// One list of fields for writing and for reading a digest: the same code walks over them in both directions, so that
// the two can never disagree.

#include "core/analysis/job/rankdigest.h"

#include <bit>
#include <stdexcept>
#include <type_traits>

namespace ws::digestfields {

/// Appends to `bytes`.
class Writer
{
public:
    std::string bytes;

    static constexpr bool isReader = false;
    void number(uint64_t value)
    {
        for (; value >= 0x80; value >>= 7)
            bytes += static_cast<char>(value | 0x80);
        bytes += static_cast<char>(value);
    }
    template <class T> void integer(T &value)
    {
        if constexpr (std::is_signed_v<T>)
            number((static_cast<uint64_t>(value) << 1) ^
                   static_cast<uint64_t>(value >> 63)); // small negatives stay short
        else
            number(value);
    }
    void text(std::string &value)
    {
        number(value.size());
        bytes += value;
    }
    template <class T> size_t count(std::vector<T> &list, size_t)
    {
        number(list.size());
        return list.size();
    }
};

struct Damage : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// Throws Damage where the bytes end early or a value cannot be.
class Reader
{
public:
    explicit Reader(std::string_view bytes) : m_rest(bytes), m_size(bytes.size()) {}
    size_t position() const { return m_size - m_rest.size(); }
    bool isAtEnd() const { return m_rest.empty(); }

    static constexpr bool isReader = true;
    uint64_t number()
    {
        uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (m_rest.empty())
                throw Damage("the block ends early");
            const auto byte = static_cast<unsigned char>(m_rest.front());
            m_rest.remove_prefix(1);
            value |= static_cast<uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80)
                return value;
        }
        throw Damage("a number is too long");
    }
    template <class T> void integer(T &value)
    {
        const uint64_t raw = number();
        if constexpr (std::is_signed_v<T>) {
            value = static_cast<T>((raw >> 1) ^ (~(raw & 1) + 1));
        } else {
            if (raw > std::numeric_limits<T>::max())
                throw Damage("a number is too large");
            value = static_cast<T>(raw);
        }
    }
    void text(std::string &value)
    {
        const uint64_t size = number();
        if (size > m_rest.size())
            throw Damage("a text is longer than the block");
        value = m_rest.substr(0, size);
        m_rest.remove_prefix(size);
    }
    template <class T> size_t count(std::vector<T> &list, size_t max)
    {
        const uint64_t size = number();
        if (size > max || size > m_rest.size() + 1) // each entry takes a byte at least
            throw Damage("a list is too long");
        list.resize(size);
        return size;
    }

private:
    std::string_view m_rest;
    size_t m_size;
};

template <class Io, class T> void optional(Io &io, std::optional<T> &value)
{
    uint64_t isThere = value.has_value();
    io.integer(isThere);
    if constexpr (Io::isReader)
        value = isThere ? std::optional<T>(T{}) : std::nullopt;
    if (isThere)
        io.integer(*value);
}

template <class Io> void flag(Io &io, bool &value)
{
    uint64_t number = value;
    io.integer(number);
    value = number != 0;
}

template <class Io> void sum(Io &io, DigestSum &sum)
{
    io.text(sum.name);
    io.integer(sum.count);
    io.integer(sum.totalNs);
    io.integer(sum.elapsedNs);
}

template <class Io> void busy(Io &io, BusySplit &split)
{
    io.integer(split.activities);
    for (int64_t *ns : {&split.durationNs, &split.firstNs, &split.lastEndNs, &split.spanNs, &split.busyNs,
                        &split.computeNs, &split.exposedCommNs, &split.exposedCopyNs, &split.idleNs})
        io.integer(*ns);
}

template <class Io> void step(Io &io, DigestStep &step)
{
    io.text(step.name);
    for (int64_t *ns :
         {&step.work.begin, &step.work.end, &step.computeNs, &step.exposedCommNs, &step.exposedCopyNs, &step.idleNs})
        io.integer(*ns);
    for (int64_t &ns : step.idleByCause)
        io.integer(ns);
    flag(io, step.isTypical);
}

template <class Io> void kind(Io &io, CollectiveKind &kind)
{
    io.text(kind.collective);
    for (std::string *text :
         {&kind.args.name, &kind.args.dtype, &kind.args.group, &kind.args.groupDescription, &kind.args.ranks})
        io.text(*text);
    io.integer(kind.args.inElements);
    io.integer(kind.args.outElements);
    io.integer(kind.args.groupSize);
    optional(io, kind.bytes);
    optional(io, kind.groupSize);
}

/// Column by column, starts and numbers as differences: they compress to a third of what rows do.
template <class Io> void collectives(Io &io, std::vector<DigestCollective> &list, int version)
{
    const auto differences = [&](auto member) {
        int64_t last = 0;
        for (DigestCollective &one : list) {
            int64_t difference = int64_t(uint64_t(one.*member) - uint64_t(last)); // wraps back on reading
            io.integer(difference);
            if constexpr (Io::isReader)
                one.*member = int64_t(uint64_t(last) + uint64_t(difference));
            last = one.*member;
        }
    };
    io.count(list, RankDigest::maxCollectives);
    differences(&DigestCollective::startNs);
    differences(&DigestCollective::number);
    for (DigestCollective &one : list)
        io.integer(one.durationNs);
    for (DigestCollective &one : list)
        io.integer(one.kind);
    for (DigestCollective &one : list) {
        uint64_t next = one.step == UINT32_MAX ? 0 : uint64_t(one.step) + 1;
        io.integer(next);
        if constexpr (Io::isReader)
            one.step = next == 0 ? UINT32_MAX : static_cast<uint32_t>(next - 1);
    }
    if (version > 4)
        for (DigestCollective &one : list)
            io.integer(one.planesNs);
}

/// As the collectives; most overlaps are hidden as a whole.
template <class Io> void overlaps(Io &io, std::vector<DigestOverlap> &list)
{
    io.count(list, RankDigest::maxOverlaps);
    uint64_t last = 0;
    for (DigestOverlap &one : list) {
        int64_t pause = int64_t(uint64_t(one.startNs) - last);
        io.integer(pause);
        io.integer(one.durationNs);
        if constexpr (Io::isReader)
            one.startNs = int64_t(last + uint64_t(pause));
        last = uint64_t(one.startNs) + uint64_t(one.durationNs);
    }
    for (DigestOverlap &one : list) {
        int64_t exposed = int64_t(uint64_t(one.durationNs) - uint64_t(one.hiddenNs));
        io.integer(exposed);
        if constexpr (Io::isReader)
            one.hiddenNs = int64_t(uint64_t(one.durationNs) - uint64_t(exposed));
    }
}

template <class Io, class T, class Visit> void list(Io &io, std::vector<T> &list, size_t max, Visit visit)
{
    io.count(list, max);
    for (T &one : list)
        visit(io, one);
}

template <class Io> void digest(Io &io, RankDigest &d, int version)
{
    constexpr size_t manyNames = 100'000;
    for (std::string *text : {&d.file, &d.part, &d.stage, &d.host, &d.device, &d.mapping})
        io.text(*text);
    io.integer(d.fileBytes);
    optional(io, d.rank);
    optional(io, d.worldSize);
    flag(io, d.isComplete);
    flag(io, d.hasClock);
    io.integer(d.originNs);
    io.integer(d.activities);
    busy(io, d.busy);
    list(io, d.stages, manyNames, [](Io &to, DigestSum &one) { sum(to, one); });
    list(io, d.steps, RankDigest::maxSteps, [](Io &to, DigestStep &one) { step(to, one); });
    list(io, d.stepStageNs, manyNames * RankDigest::maxSteps, [](Io &to, int64_t &one) { to.integer(one); });
    list(io, d.kinds, manyNames, [](Io &to, CollectiveKind &one) { kind(to, one); });
    collectives(io, d.collectives, version);
    if (version > 3) {
        flag(io, d.hasOverlaps);
        overlaps(io, d.overlaps);
    }
    list(io, d.kernels, RankDigest::maxKernels, [](Io &to, DigestSum &one) { sum(to, one); });
    list(io, d.layerNs, RankDigest::maxLayers, [](Io &to, int64_t &one) { to.integer(one); });
    io.integer(d.leftOut);
}

} // namespace ws::digestfields
