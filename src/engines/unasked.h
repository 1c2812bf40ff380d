// What callers suppose by not asking.
//
//     cJSON_bool cJSON_AddItemToObject(cJSON *object, const char *name, cJSON *item) takes item when (return != 0);
//     cJSON_AddItemToObject(root, "name", cJSON_CreateString(text));
//
// If the call fails, the item is lost. That is so at each call of thousands of programs, none of which would do
// anything else if memory ran out, so it is nothing to tell them: who does not look at the result supposes success.
// What is taken or freed on success then counts as gone. Who looks at it is expected to clean up where the call failed.
//
//     own(asn1_time) ASN1_TIME *X509_gmtime_adj(ASN1_TIME *s, long adj) returns s may_null when (s != null);
//     if (!X509_gmtime_adj(X509_getm_notAfter(cert), days)) ...
//
// Without a time to set, the function makes one. Who keeps no pointer to the result has given one.
//
//     int add(table *t, char *key);          0: it is in the table; -1: another one with this name is
//     add(t, strdup("first"));
//
// The same holds for functions of the program: what is taken unless a result says that it was refused, is taken by the
// calls that do not look at the result.
#pragma once

#include "engines/function_facts.h"
#include "heap/summary.h"
#include "program/facts.h"
#include "llvm/ADT/SmallVector.h"

namespace custody::engines {

struct Supposed {
  llvm::SmallVector<unsigned, 2> taken;   // arguments that the callee takes or frees if it succeeds
  llvm::SmallVector<ir::ExprId, 1> given; // arguments that are not null
};

Supposed supposedOf(const program::ProgramModel &model, const FunctionFacts &facts, const ir::Function &caller,
                    ir::StmtId call, program::ProgFuncId callee);

// Of a function with a body: the arguments that it takes or frees on some ways, and not where its result says that it
// has refused them.
std::vector<uint32_t> takenOnSuccess(const heap::Summary &summary);

// Does nobody look at the result of the call?
bool isResultIgnored(const FunctionFacts &facts, const ir::Function &caller, ir::StmtId call);

} // namespace custody::engines
