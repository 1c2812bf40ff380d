// Text forms that several tests start from.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace custody::ir {

// A valid module as the printer writes it, with every kind of statement, terminator and expression.
inline constexpr llvm::StringLiteral CompleteSample = R"(module "src/list.c" pointer-size 8
file "src/list.c"
file "include/list.h"
startup init
shutdown fini

struct node size 24 @3:8 {
  field next: struct node* at 0
  field data: char* at 8
  field flags: uint at 16 bits 3
  field mode: uint at 16+3 bits 5
  field : union "union@src/list.c:7:3" at 20
}

union "union@src/list.c:7:3" size 4 @7:3 {
  field i: int at 0
  field f: float at 0
}

struct opaque_state incomplete

class Shape size 8 polymorphic copy-constructor implicit copy-assignment deleted destructor user @"include/list.h":4:7 {
  method _ZN5ShapeD1Ev slot 0
  method _ZNK5Shape4areaEv slot 2 pure protected
}

class "Box<int, 3>" template Box size 24 polymorphic system lambda @"include/list.h":9:1 {
  argument int "int"
  argument ? "3"
  base Shape at 0
  base "Box<int, 3>".2 at 8 virtual private
  field items: int[3][4] at 8 protected mutable
  method _ZNK5Shape4areaEv slot 2 private overrides _ZNK5Shape4areaEv
}

struct "Box<int, 3>".2 size 1

global table: struct node*[2] internal constant @11:20 = {
  at 0 size 8: ::head
  at 8 size 8: ::head + 24
}
global head: struct node source list::head undefined @12:1
global message: char[6] weak = {
  at 0 size 5: "he\"l\n"
}
global callbacks: void(struct node*, ...)*[] size 16 thread-local = {
  at 0 size 8: ::fini
  at 8 size 8: -1
}
global errors: enum color:uint common = {}
global other_head: struct node size 8 alias-of head
global guess: int = unknown {
  at 0 size 4: 7
}

function push(list: struct node* @14:24, text: char const* @14:41) -> ret: struct node* returns-nonnull cleanup ownership(returns malloc 1) ownership(takes none) @14:14 ... @30:1 {
  local n: struct node* @15:16
  local n.2: int @16:5
  local "begin": bool
  temp t: struct node*
  temp %1: int
bb0:
  begin n @15:3
  n = alloc malloc(24) type struct node may-fail @15:20
  if n == null goto bb1 else bb2 @16:7
bb1: fan-in 3
  ret = null @17:5
  end n @17:5
  end list @17:5
  end text @17:5
  return @17:5
bb2:
  begin n.2
  n.2 = 0 @18:3
  begin "begin"
  "begin" = n.2 < 10
  n->next = list @19:3
  n->data = (char*)text @20:3
  n->flags = 3
  n->#4.f = (float)n.2
  fill *n <- 0, 24 @21:3{CLEAR @"include/list.h":8:9}
  copy *n <- *list, 24 @22:3
  n = realloc malloc(n, 48 - 8) @23:3
  t = alloc malloc((ulong)n.2) zeroed unit 4
  ignore t
  end t
  %1 = call strlen(n->data) @24:3
  n.2 = %1 + (%1 udiv 2)
  end %1
  *list = *(struct node*)5l @25:3
  ::table[n.2] = n @25:4
  list[3].next = &list[-1]
  end "begin"
  switch n.2 { 1: bb3, -5: bb4 (goto), default: bb3 (break) } @26:3
bb3: fan-in 2
  free malloc(n->data) @27:3
  (*text as int) = 65 @28:3
  goto bb5 (return)
bb4: fan-in 0
  unknown "inline asm" touches(n, &n.2) @29:3
  n.2 = unknown "asm"
  n.2 = unknown("va")
  goto bb5 (return) @29:9
bb5: fan-in 2
  ret = n
  end n.2
  end n
  end list
  end text
  return @30:1
}

function strlen(s: char const*) type ulong(char const*) source none library "__builtin strlen" system nothrow

function fini(n: struct node*) type void(struct node*, ...) {
  local ap: opaque va_list:24
  local ap.2: opaque va_list:24
  local x: double
  local p: char*
bb0:
  begin ap
  begin ap.2
  begin x
  begin p
  va_start(ap)
  ap.2 = va_copy(ap)
  x = va_arg(ap)
  va_end(ap)
  x = 1.5 * ((x fcmp -0.25) ? x : fbits(9221120237041090560))
  p = stack-alloc(16)
  p.[2] = (-(5) < 3) ? p : (load ap as char*)
  p = &offset<char>(*n, -8)
  p = (char*)(::fini as void*)
  p = zext<char*>(n)
  *p = p[3 stride 2] + 1
  end ap
  end ap.2
  end x
  goto any [bb1, bb2 (loop-back)] by p
bb1:
  end p
  end n
  return
bb2:
  call abort() noreturn
  unreachable
}

function abort() noreturn

function init() internal {
  temp e: void*
  temp r: double
  temp s: class Shape*
bb0:
  s = alloc new(8) type class Shape unit 1 @"include/list.h":5:5
  then bb1 unwind bb5
bb1:
  call _ZN5ShapeC1Ev(s) construct throws unit 1
  then bb2 unwind bb3
bb2:
  r = call virtual(Shape #2) _ZNK5Shape4areaEv(s) throws
  then bb4 unwind bb6
bb3:
  e = catch() cleanup
  free new(s) on-throw unit 1
  end s
  end e
  resume
bb4:
  ignore r
  end r
  call (*(void(struct node*, ...)*)::callbacks[0])(null, 3)
  call _ZN5ShapeD1Ev(s) destroy each returns-twice on-throw unit 2
  free "new[]"(s) unit 2
  end s
  return
bb5:
  resume
bb6:
  e = catch(null, &::errors)
  end s
  throw e type class Shape
  unwind bb7
bb7:
  end e
  resume
}

function _ZN5ShapeC1Ev(this: class Shape*) source Shape::Shape linkonce constructor of Shape private implicit

function _ZN5ShapeD1Ev(this: class Shape*) source "Shape::~Shape" weak destructor of Shape virtual

function _ZThn8_N5ShapeD1Ev() source "Shape::~Shape" available-externally destructor of Shape defined virtual alias-of _ZN5ShapeD1Ev thunk -8

function _ZNK5Shape4areaEv(this: class Shape*) -> %1: double source Shape::area method of Shape protected virtual over-budget {
bb0:
  unreachable
}
)";

} // namespace custody::ir
