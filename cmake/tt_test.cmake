find_package(GTest REQUIRED)
include(GoogleTest)

# tt_test(NAME SOURCES... LIBS ...): one GoogleTest program, its tests discovered by name.
function(tt_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LIBS} GTest::gtest tt_warnings)
  # What is tested is optimized, the tests need not be: they build a quarter faster.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE TT_SOURCE_DIR="${CMAKE_SOURCE_DIR}" TT_BIN_DIR="${CMAKE_BINARY_DIR}/bin")
  gtest_discover_tests(${name} TEST_PREFIX ${name}. DISCOVERY_TIMEOUT 60
                       PROPERTIES ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8" TIMEOUT 600)
endfunction()
