// Reading XML. Linked statically: one shared library less to load at start.
#pragma once
#include <expat.h>
