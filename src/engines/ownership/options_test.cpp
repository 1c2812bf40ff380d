#include "engines/ownership/options.h"
#include "gtest/gtest.h"

namespace custody::engines::ownership {
namespace {

TEST(OwnershipOptions, AreOffUnlessSet) {
  const Options options = llvm::cantFail(parseOptions({}));
  EXPECT_FALSE(options.audit || options.unconfirmed || options.receiverFields || options.exceptions);
  EXPECT_TRUE(llvm::cantFail(parseOptions({"audit=on"})).audit);
  EXPECT_FALSE(llvm::cantFail(parseOptions({"audit=on", "audit=off"})).audit);
}

TEST(OwnershipOptions, MistakesListWhatIsKnown) {
  auto unknown = parseOptions({"magic=on"});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(llvm::toString(unknown.takeError()),
            "the ownership engine has no setting 'magic'; it has audit, unconfirmed, receiver-fields, abort-leaks, "
            "exceptions, constraints, never-copied, exit-leaks, resources");
  auto value = parseOptions({"audit=perhaps"});
  ASSERT_FALSE(value);
  EXPECT_EQ(llvm::toString(value.takeError()), "'perhaps' is no value for 'audit': 'on' or 'off'");
}

} // namespace
} // namespace custody::engines::ownership
