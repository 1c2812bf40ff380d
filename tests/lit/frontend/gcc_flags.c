// Options of other compilers are adjusted in silence; what gives the source its meaning is kept.
// RUN: rm -rf %t && mkdir -p %t
// RUN: echo '-DKEPT="two words" -fno-var-tracking' > %t/nested.rsp
// RUN: echo '@%t/nested.rsp -Wp,-MD,%t/dep.d,-DALSO=1' > %t/outer.rsp
// RUN: %custody dump %s -- gcc -O3 -Wall -Werror -fanalyzer -mno-such-thing -march=unheard-of -fplugin=none.so \
// RUN:   -flto=auto -fsanitize=address --coverage -save-temps -MMD -MF %t/x.d -o %t/x.o @%t/outer.rsp 2> %t/err \
// RUN:   | FileCheck %s
// RUN: count 0 < %t/err
// RUN: ls %t | FileCheck %s --check-prefix=WRITTEN --implicit-check-not=.o --implicit-check-not=.d
// WRITTEN: err
// WRITTEN: nested.rsp
// WRITTEN: outer.rsp
#if !defined(KEPT) || !ALSO
#error the options are lost
#endif
#ifdef __OPTIMIZE__
#error optimised
#endif
// CHECK: the_function
int the_function(void) { return 0; }
