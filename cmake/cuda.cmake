# CUDA is used when found and never required. The GPU core builds on this; today it only says what was found.
include(CheckLanguage)
check_language(CUDA)
if(CMAKE_CUDA_COMPILER)
  set(TT_CUDA "compiler found")
else()
  set(TT_CUDA "no compiler")
endif()
