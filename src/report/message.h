// The one sentence that says what a finding is. All reports use it.
#pragma once

#include "report/finding.h"

namespace custody::report {

// "memory allocated by 'strdup' is lost here: 'name' is the last pointer to it"
std::string messageOf(const Finding &finding);

} // namespace custody::report
