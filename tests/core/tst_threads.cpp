// Batches handed to another thread: its exceptions reach the submitting thread.

#include "core/base/batchqueue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <new>
#include <vector>

namespace ws {
namespace {

using Numbers = std::vector<int>;

TEST(BatchQueue, takesBatchesInOrder)
{
    Numbers taken;
    BatchQueue<Numbers> queue([&](Numbers &batch) {
        taken.insert(taken.end(), batch.begin(), batch.end());
        batch.clear();
    });
    for (int i = 0; i < 1000; ++i) {
        queue.batch().push_back(i);
        if (i % 3 == 0)
            queue.submit();
        if (i % 101 == 0)
            queue.drain();
    }
    queue.drain();
    ASSERT_EQ(taken.size(), 1000u);
    EXPECT_TRUE(std::is_sorted(taken.begin(), taken.end()));
}

TEST(BatchQueue, whatTheTakerThrowsReachesTheOneWhoSubmits)
{
    for (const int failing : {0, 1, 7, 30}) {
        BatchQueue<Numbers> queue([&](Numbers &batch) {
            if (batch.at(0) == failing)
                throw std::bad_alloc();
            batch.clear();
        });
        const auto fill = [&] {
            for (int i = 0; i < 100; ++i) {
                queue.batch().push_back(i);
                queue.submit();
            }
        };
        EXPECT_THROW(fill(), std::bad_alloc) << failing;
    }
}

TEST(BatchQueue, whatTheTakerThrowsReachesTheOneWhoWaits)
{
    BatchQueue<Numbers> queue([](Numbers &) { throw std::bad_alloc(); });
    EXPECT_THROW(queue.drain(), std::bad_alloc);
}

} // namespace
} // namespace ws
