# tt_embed(TARGET FILE HEADER FUNCTION): builds the text of FILE into TARGET, as what FUNCTION (declared in HEADER as
# std::string_view FUNCTION(), namespace tt) returns.
function(tt_embed target file header function)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded_${function}.cpp)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  # A string literal may hold 64 KiB by the standard's book: pieces are put side by side.
  string(LENGTH "${text}" length)
  set(pieces "")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 16000 piece)
    string(APPEND pieces "R\"tt(${piece})tt\"\n")
    math(EXPR at "${at} + 16000")
  endwhile()
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
       "// Made from @file@ when the build was configured.\n#include \"@header@\"\nnamespace tt {\nstd::string_view @function@() {\n  return @pieces@;\n}\n}  // namespace tt\n")
  target_sources(${target} PRIVATE ${source})
endfunction()
