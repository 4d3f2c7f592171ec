// Every kind of damage of the generator: the reader's result compared with the generator's truth.

#include "tests/bench/tracegen.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

namespace tst_generateddamage {

using namespace ws;
using namespace ws::test;

TEST(GeneratedDamage, theReaderFindsWhatTheGeneratorWrote)
{
    using tracegen::Damage;
    for (const Damage damage :
         {Damage::None, Damage::TruncateJson, Damage::TrailingComma, Damage::NoBracket, Damage::ControlChar,
          Damage::LoneBackslash, Damage::BadUtf8, Damage::LongName, Damage::StringTs, Damage::NegativeDur,
          Damage::MissingDur, Damage::Unsorted, Damage::FlowWithoutStart}) {
        tracegen::Options options;
        options.events = 3000;
        options.layers = 2;
        options.damage = damage;
        tracegen::Truth truth;
        const auto run = runFromJson(tracegen::generateText(options, &truth));
        ASSERT_TRUE(run) << int(damage);
        EXPECT_EQ(int64_t(run->info.totalEvents), truth.events) << int(damage);
        for (const auto &[phase, count] : truth.byPhase)
            EXPECT_EQ(int64_t(run->info.byPhase.at(std::string(1, phase))), count) << int(damage) << ' ' << phase;
        int64_t total = 0;
        for (int64_t duration : run->gpu.duration)
            total += duration;
        EXPECT_EQ(total, truth.gpuTotalNs) << int(damage);
        EXPECT_EQ(run->info.complete, damage != Damage::TruncateJson && damage != Damage::NoBracket) << int(damage);
        EXPECT_EQ(run->diagnostics.find("bad-event"), nullptr) << int(damage);
    }
}

} // namespace tst_generateddamage
