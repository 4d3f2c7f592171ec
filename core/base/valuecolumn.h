#pragma once
// The values of one field of many events. A column either owns its values, and grows like a vector, or shows values
// that lie elsewhere: in a file that is mapped into memory. Then it cannot be changed. Rejected: std::vector (it cannot
// show what it does not own, and writes all its memory when it gets its size, which doubles the peak of opening a
// file).

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace ws {

template <class T> class ValueColumn
{
    static_assert(std::is_trivially_copyable_v<T>);

public:
    using value_type = T;
    using iterator = T *;
    using const_iterator = const T *;

    ValueColumn() = default;
    ValueColumn(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
    ValueColumn(const std::vector<T> &values) { assign(values.begin(), values.end()); }
    ValueColumn(const ValueColumn &other) { assign(other.begin(), other.end()); }
    ValueColumn(ValueColumn &&other) noexcept { swap(other); }
    ValueColumn &operator=(ValueColumn other) noexcept
    {
        swap(other);
        return *this;
    }
    ~ValueColumn() = default;

    /// Shows values elsewhere, which must outlive the column and all that is moved from it. A copy owns its values.
    static ValueColumn showing(std::span<const T> values)
    {
        ValueColumn column;
        column.m_data = values.data();
        column.m_size = values.size();
        return column;
    }

    size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    const T *data() const { return m_data; }
    const T *begin() const { return m_data; }
    const T *end() const { return m_data + m_size; }
    const T &operator[](size_t i) const { return m_data[i]; }
    const T &at(size_t i) const
    {
        if (i >= m_size)
            std::abort();
        return m_data[i];
    }
    const T &front() const { return m_data[0]; }
    const T &back() const { return m_data[m_size - 1]; }

    T *data() { return own(); }
    T *begin() { return own(); }
    T *end() { return own() + m_size; }
    T &operator[](size_t i) { return own()[i]; }

    void push_back(const T &value)
    {
        const T copy = value; // it may lie in this column
        if (m_size == m_capacity)
            reserve(std::max<size_t>(16, m_size + m_size / 2));
        own()[m_size++] = copy;
    }
    void reserve(size_t count)
    {
        if (count <= m_capacity)
            return;
        own();
        void *memory = std::realloc(m_own.get(), count * sizeof(T));
        if (!memory)
            throw std::bad_alloc();
        (void)m_own.release();
        m_own.reset(static_cast<T *>(memory));
        m_data = m_own.get();
        m_capacity = count;
    }
    void resize(size_t count, const T &value = T())
    {
        const size_t before = m_size;
        resizeForOverwrite(count);
        for (size_t i = before; i < count; ++i)
            own()[i] = value;
    }
    /// New values are arbitrary; their memory is not touched yet.
    void resizeForOverwrite(size_t count)
    {
        reserve(count);
        m_size = count;
    }
    void assign(size_t count, const T &value)
    {
        clear();
        resize(count, value);
    }
    template <class Iterator>
    requires(!std::is_integral_v<Iterator>) void assign(Iterator first, Iterator last)
    {
        ValueColumn copy;
        copy.resizeForOverwrite(static_cast<size_t>(std::distance(first, last)));
        if (copy.m_size)
            std::copy(first, last, copy.own());
        swap(copy);
    }
    void clear() { ValueColumn().swap(*this); }
    void swap(ValueColumn &other) noexcept
    {
        std::swap(m_own, other.m_own);
        std::swap(m_data, other.m_data);
        std::swap(m_size, other.m_size);
        std::swap(m_capacity, other.m_capacity);
    }
    /// Of the values that it owns.
    size_t memoryBytes() const { return m_own ? m_size * sizeof(T) : 0; }

    friend bool operator==(const ValueColumn &a, const ValueColumn &b)
    {
        return a.m_size == b.m_size && std::equal(a.begin(), a.end(), b.begin());
    }

private:
    struct Free
    {
        void operator()(T *values) const { std::free(values); }
    };
    T *own()
    {
        assert(m_data == m_own.get() && "values that lie elsewhere cannot be changed");
        return m_own.get();
    }

    std::unique_ptr<T, Free> m_own; ///< null: empty, or the values lie elsewhere
    const T *m_data = nullptr;
    size_t m_size = 0;
    size_t m_capacity = 0;
};

} // namespace ws
