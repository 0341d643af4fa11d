// Unicode normalisation, case folding and display width. Linked statically: one shared library less to load at start.
#pragma once
#include <utf8proc.h>
