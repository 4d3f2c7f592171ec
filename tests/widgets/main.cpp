#include "tests/support/guimain.h"

int main(int argc, char **argv)
{
    return ws::test::guiMain(argc, argv);
}
