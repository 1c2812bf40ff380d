#include "program/library_model.h"

namespace custody::program {

namespace {

struct Row {
  const char *names; // separated by blanks
  LibraryEffect effect;
};

constexpr int Unknown = CallbackRule::Unknown;

uint64_t bits(std::initializer_list<unsigned> arguments) {
  uint64_t mask = 0;
  for (unsigned argument : arguments)
    mask |= uint64_t(1) << argument;
  return mask;
}

LibraryEffect reads() {
  return {};
}

LibraryEffect writes(std::initializer_list<unsigned> arguments) {
  LibraryEffect effect;
  effect.writes = bits(arguments);
  return effect;
}

LibraryEffect returns(int argument, std::initializer_list<unsigned> written = {}) {
  LibraryEffect effect = writes(written);
  effect.returns = argument;
  return effect;
}

LibraryEffect keeps(std::initializer_list<unsigned> arguments) {
  LibraryEffect effect;
  effect.keeps = bits(arguments);
  return effect;
}

LibraryEffect allocates() {
  LibraryEffect effect;
  effect.allocates = true;
  return effect;
}

LibraryEffect ends() {
  LibraryEffect effect;
  effect.noReturn = true;
  return effect;
}

LibraryEffect stores(int from, int into) {
  LibraryEffect effect = writes({unsigned(into)});
  effect.storesFrom = from;
  effect.storesInto = into;
  return effect;
}

LibraryEffect calls(unsigned argument, std::initializer_list<int> passes, LibraryEffect effect = {}) {
  CallbackRule rule;
  rule.argument = argument;
  rule.passes = passes;
  effect.callbacks.push_back(rule);
  return effect;
}

LibraryEffect callsLater(unsigned argument, std::initializer_list<int> passes, LibraryEffect effect = {}) {
  effect = calls(argument, passes, std::move(effect));
  effect.callbacks.back().isLater = true;
  return effect;
}

// sa_handler and sa_sigaction share the first bytes of struct sigaction.
LibraryEffect handlerInStructure(unsigned argument, uint32_t offset, std::initializer_list<int> passes) {
  LibraryEffect effect = callsLater(argument, passes);
  effect.callbacks.back().inMemory = true;
  effect.callbacks.back().offset = offset;
  return effect;
}

std::vector<Row> standardRows() {
  return {
      // string.h, wchar.h, ctype.h
      {"strlen strnlen strcmp strncmp strcasecmp strncasecmp strcoll memcmp strspn strcspn wcslen wcscmp bcmp",
       reads()},
      {"strchr strrchr strstr strcasestr strpbrk memchr memrchr rawmemchr memmem strchrnul index rindex basename "
       "wcschr wcsrchr",
       returns(0)},
      {"strcpy strncpy strcat strncat stpcpy stpncpy memccpy mempcpy wcscpy wcscat wcsncpy", returns(0, {0})},
      {"strlcpy strlcat bzero strxfrm swab", writes({0})},
      {"strdup strndup wcsdup", allocates()},
      {"strtol strtoul strtoll strtoull strtod strtof strtold strtoimax strtoumax", stores(0, 1)},
      {"atoi atol atoll atof isatty abs labs", reads()},
      {"strsep", returns(0)},

      // stdio.h
      {"printf puts putchar putc fputc fputs fputs_unlocked fprintf vprintf vfprintf dprintf vdprintf perror fflush "
       "fclose "
       "pclose feof ferror clearerr fileno getc fgetc getchar ungetc fseek fseeko ftell ftello rewind remove rename "
       "unlink flockfile funlockfile setbuf fwrite fwrite_unlocked putw syslog vsyslog",
       reads()},
      {"snprintf vsnprintf sprintf vsprintf fread fread_unlocked fgetpos", writes({0})},
      {"fgets fgets_unlocked gets", returns(0, {0})},
      {"sscanf vsscanf fscanf scanf", writes({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})},
      {"setvbuf", keeps({1})},
      {"fopen fdopen popen tmpfile fopen64 opendir fdopendir", allocates()},
      {"freopen", returns(2)},

      // stdlib.h, unistd.h, fcntl.h, sys/stat.h, time.h
      {"exit _exit _Exit abort __assert_fail __assert_rtn __stack_chk_fail quick_exit longjmp siglongjmp _longjmp "
       "pthread_exit __cxa_throw __cxa_rethrow _Unwind_Resume execv execve execvp execl execlp execle",
       ends()},
      {"getenv secure_getenv setenv unsetenv system access chdir chmod chown close creat dup dup2 fchmod fchown "
       "ftruncate "
       "getpid getuid geteuid getgid isatty kill link lseek mkdir open open64 openat rmdir sleep symlink sync truncate "
       "umask utime utimes write pwrite send sendto shutdown socket bind connect listen setsockopt closedir fsync "
       "free cfree",
       reads()},
      {"putenv", keeps({0})},
      {"read pread recv stat lstat fstat stat64 lstat64 fstat64 readlink gettimeofday clock_gettime getrlimit "
       "gethostname accept getsockname getpeername getsockopt pipe wait waitpid",
       writes({0, 1, 2, 3})},
      {"time", writes({0})},
      {"getcwd realpath", returns(0, {0})},
      {"mktime strftime asctime ctime difftime", writes({0})},
      {"localtime_r gmtime_r", returns(1, {1})},

      // Locks and threads keep nothing of ours.
      {"pthread_mutex_lock pthread_mutex_unlock pthread_mutex_trylock pthread_mutex_init pthread_mutex_destroy "
       "pthread_cond_wait pthread_cond_signal pthread_cond_broadcast pthread_cond_init pthread_cond_destroy "
       "pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_unlock",
       writes({0})},
      {"pthread_self pthread_equal sched_yield", reads()},

      // Functions that call back.
      {"qsort", calls(3, {0, 0})},
      {"qsort_r", calls(3, {0, 0, 4})},
      {"bsearch", calls(4, {0, 1}, returns(1))},
      {"lfind lsearch", calls(4, {0, 1}, returns(1))},
      {"tsearch", calls(2, {0, 0}, keeps({0, 1}))},
      {"tfind tdelete", calls(2, {0, 0}, keeps({}))},
      {"twalk", calls(1, {Unknown, Unknown, Unknown})},
      {"tdestroy", calls(1, {Unknown})},
      {"pthread_create", callsLater(2, {3}, writes({0}))},
      {"thrd_create", callsLater(1, {2}, writes({0}))},
      {"pthread_once call_once", calls(1, {})},
      {"pthread_key_create", callsLater(1, {Unknown}, writes({0}))},
      {"pthread_atfork", callsLater(0, {}, callsLater(1, {}, callsLater(2, {})))},
      {"atexit at_quick_exit", callsLater(0, {})},
      {"on_exit", callsLater(0, {Unknown, 1})},
      {"__cxa_atexit", callsLater(0, {1})},
      {"signal sigset bsd_signal sysv_signal", callsLater(1, {0})},
      {"sigaction", handlerInStructure(1, 0, {0, Unknown, Unknown})},
      {"scandir scandir64", calls(2, {Unknown}, calls(3, {Unknown, Unknown}))},
      {"ftw ftw64", calls(1, {0, Unknown, Unknown})},
      {"nftw nftw64", calls(1, {0, Unknown, Unknown, Unknown})},
      {"glob glob64", calls(2, {0, Unknown})},
      {"fopencookie", callsLater(2, {0}, allocates())},
      {"dl_iterate_phdr", calls(0, {Unknown, Unknown, 1})},
      {"timer_create", reads()},
      {"makecontext", callsLater(1, {})},
  };
}

} // namespace

LibraryModel LibraryModel::standard() {
  LibraryModel model;
  for (const Row &row : standardRows()) {
    llvm::SmallVector<llvm::StringRef, 16> names;
    llvm::StringRef(row.names).split(names, ' ', -1, false);
    for (llvm::StringRef name : names)
      model.add(name, row.effect);
  }
  return model;
}

} // namespace custody::program
