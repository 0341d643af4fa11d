#ifdef __linux__
#include <pty.h>
#else
#include <util.h>
#endif
