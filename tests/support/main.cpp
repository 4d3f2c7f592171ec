// main() of the test programs without widgets: in the locale of the environment from the first test on, as every
// program is that has an application object of Qt. What is written with the decimal point of a locale by mistake so
// fails there in every test, not only behind one that has made such an object.

#include <gtest/gtest.h>

#include <clocale>

int main(int argc, char **argv)
{
    std::setlocale(LC_ALL, "");
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
