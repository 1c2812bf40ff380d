# Everything that is tested becomes a ctest test, so that one summary line tells about all: the unit tests of each layer,
# the lit suite, the Python tests of the benchmarks and of the specifications, the formatting and the documentation.

function(custody_tests)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  custody_unit_tests()
  custody_lit_tests()
  custody_corpus_test()
  custody_python_tests(lab bench/labkit/tests bench)
  custody_specs_tests()
  custody_source_checks()
endfunction()

function(custody_unit_tests)
  get_property(UNIT_TESTS GLOBAL PROPERTY CUSTODY_UNIT_TESTS)
  foreach(TEST ${UNIT_TESTS})
    add_test(NAME unit.${TEST} COMMAND ${TEST})
  endforeach()
endfunction()

function(custody_lit_tests)
  find_file(LIT_PY lit.py PATHS ${LLVM_INSTALL_PREFIX}/build/utils/lit NO_DEFAULT_PATH REQUIRED)
  add_test(NAME lit COMMAND ${Python3_EXECUTABLE} ${LIT_PY} -sv -Dcustody=$<TARGET_FILE:custody>
                            -Dllvm_bin=${LLVM_TOOLS_BINARY_DIR} -Dwork=${CMAKE_BINARY_DIR}/lit
                            ${CMAKE_SOURCE_DIR}/tests/lit)
endfunction()

# `python3 -m unittest discover` in a folder, if it is there and has tests.
function(custody_python_tests NAME FOLDER TOP)
  file(GLOB FILES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${FOLDER}/test*.py)
  if(FILES)
    add_test(NAME python.${NAME} COMMAND ${Python3_EXECUTABLE} -m unittest discover -s ${FOLDER} -t ${TOP}
             WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(python.${NAME} PROPERTIES ENVIRONMENT "CUSTODY=$<TARGET_FILE:custody>")
  endif()
endfunction()

# The gate: what the default pipeline and every engine find in the small corpus, against what is known.
function(custody_corpus_test)
  add_test(NAME corpus COMMAND ${CMAKE_SOURCE_DIR}/bench/lab corpus --custody $<TARGET_FILE:custody>)
  # Fast by promise; sanitizers make everything several times slower.
  if(NOT CUSTODY_SANITIZE)
    set_tests_properties(corpus PROPERTIES TIMEOUT 300)
  endif()
endfunction()

# The bundled models: well formed, true to the headers that are installed, and to what a hundred runs do.
function(custody_specs_tests)
  file(GLOB MODELS CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/specs/*.own)
  if(MODELS)
    add_test(NAME specs.bundled COMMAND custody specs check ${MODELS})
  endif()
  file(GLOB CHECKS CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/specs/check_*.py)
  foreach(CHECK ${CHECKS})
    get_filename_component(NAME ${CHECK} NAME_WE)
    add_test(NAME specs.${NAME} COMMAND ${Python3_EXECUTABLE} ${CHECK} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  endforeach()
  add_test(NAME specs.confirm COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/specs/confirm.py
                                      --custody $<TARGET_FILE:custody>)
endfunction()

function(custody_source_checks)
  find_program(CLANG_FORMAT clang-format-19)
  if(CLANG_FORMAT)
    file(GLOB_RECURSE FILES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/*.h ${CMAKE_SOURCE_DIR}/src/*.cpp)
    add_test(NAME format COMMAND ${CLANG_FORMAT} --dry-run -Werror ${FILES})
  endif()
  add_test(NAME docs COMMAND ${CMAKE_SOURCE_DIR}/scripts/docs --check $<TARGET_FILE:custody>)
endfunction()
