#include "specs/parser.h"
#include "specs/printer.h"
#include "gtest/gtest.h"
TEST(X,Y){}
