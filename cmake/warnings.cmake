# One interface target carries the warnings; they are errors where TT_WERROR is on (the ci preset).
add_library(tt_warnings INTERFACE)
# Every struct here has default member initializers, so naming only some fields is fine. -Wrestrict (string
# concatenation, GCC bug 105651) and -Wfree-nonheap-object (Eigen) are false reports of g++ 12.
target_compile_options(tt_warnings INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wnon-virtual-dtor;-Woverloaded-virtual;-Wno-missing-field-initializers;-Wno-restrict;-Wno-free-nonheap-object>"
                       "$<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${TT_WERROR}>>:-Werror>")
# No contraction: the same sums give the same bits on every machine.
target_compile_options(tt_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>)
