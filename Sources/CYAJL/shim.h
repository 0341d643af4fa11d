// Reading JSON. Linked statically: one shared library less to load at start.
#pragma once
#include <yajl/yajl_parse.h>

// Swift cannot call functions of variable arguments.
static inline void cyajl_trust_strings(yajl_handle parser) { yajl_config(parser, yajl_dont_validate_strings, 1); }
