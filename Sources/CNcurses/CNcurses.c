#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
// The wide-character functions; functions where there are macros too, since here they are pointers.
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include "CNcurses.h"

#include <CLoader.h>
#include <dlfcn.h>
#include <limits.h>
#include <locale.h>
#include <ncurses.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include "Restore.h"

#define EACH_FUNCTION(apply)                                                                                        \
  apply(newterm) apply(endwin) apply(cbreak) apply(noecho) apply(nonl) apply(keypad) apply(nodelay)                   \
  apply(set_escdelay) apply(mousemask) apply(mouseinterval) apply(getmouse) apply(start_color) apply(has_colors)      \
  apply(use_default_colors) apply(init_pair) apply(curs_set) apply(resizeterm) apply(clearok) apply(wget_wch)         \
  apply(wmove) apply(wclrtoeol) apply(waddnwstr) apply(wattr_set) apply(wrefresh) apply(getmaxy) apply(getmaxx)        \
  apply(setupterm) apply(tigetstr) apply(define_key)

#define DECLARE(name) static __typeof__(name) *loaded_##name;
EACH_FUNCTION(DECLARE)
static WINDOW **loaded_stdscr;
// Newer than the rest: without them there are no pictures, and all else is as usual.
static int (*loaded_alloc_pair)(int, int);
static int *loaded_COLORS;

// Codes of our own, behind those of keys that terminals are described with.
enum { PASTE_BEGINS = 0x4000, PASTE_ENDS };

#ifdef __APPLE__
static const char *const names[] = {"libncurses.5.4.dylib", "libncurses.dylib", NULL};
#else
static const char *const names[] = {"libncursesw.so.6", NULL};
#endif
static const struct cloader_function functions[] = {
    EACH_FUNCTION(CLOADER_FUNCTION) CLOADER_FUNCTION(stdscr) {NULL, NULL}};

static const char *set_up(void *handle) {
  loaded_alloc_pair = (int (*)(int, int))dlsym(handle, "alloc_pair");
  loaded_COLORS = (int *)dlsym(handle, "COLORS");
  // Text of books is UTF-8 whatever the environment says, as in every other command.
  if (!setlocale(LC_CTYPE, "C.UTF-8") && !setlocale(LC_CTYPE, "en_US.UTF-8")) setlocale(LC_CTYPE, "");
  return NULL;
}

static struct cloader_library library = {
    .names = names,
    .functions = functions,
    .absent = "ncurses is not installed (libncursesw6)",
    .outdated = "this ncurses lacks ",
    .set_up = set_up,
};

static bool has_color;

const char *cncurses_load(void) { return cloader_load(&library); }

static const char *capability(const char *name) {
  char *text = loaded_tigetstr((char *)name);
  return text == (char *)-1 ? NULL : text;
}

enum cncurses_terminal cncurses_terminal(void) {
  int problem = 0;
  if (loaded_setupterm(NULL, STDOUT_FILENO, &problem) != OK) return CNCURSES_UNKNOWN;
  return capability("cup") ? CNCURSES_USABLE : CNCURSES_DUMB;
}

// Adds a capability without the pauses that terminals of long ago wanted: “$<5/>”.
static size_t append(char *text, size_t length, size_t limit, const char *part) {
  for (; part && *part && length < limit; part++) {
    const char *end = part[0] == '$' && part[1] == '<' ? strchr(part, '>') : NULL;
    if (end) {
      part = end;
    } else {
      text[length++] = *part;
    }
  }
  return length;
}

// Whether it is one that imitates xterm, which others are not told what only those know.
static bool is_like_xterm(void) { return capability("kmous") != NULL; }

// Has the terminal mark what is pasted, so that it is no typing, or lets it be.
static void mark_pastes(bool marks) {
  if (!is_like_xterm()) return;
  const char *sequence = marks ? "\033[?2004h" : "\033[?2004l";
  ssize_t ignored = write(STDOUT_FILENO, sequence, strlen(sequence));
  (void)ignored;
}

// What puts the terminal back: the looks, the mouse, the keypad, the cursor, the screen that was there before.
static size_t reset_sequence(char *text, size_t limit) {
  size_t length = 0;
  length = append(text, length, limit, capability("sgr0"));
  length = append(text, length, limit, capability("op"));
  if (is_like_xterm()) length = append(text, length, limit, "\033[?2004l\033[?1006l\033[?1000l");
  length = append(text, length, limit, capability("rmkx"));
  length = append(text, length, limit, capability("cnorm"));
  return append(text, length, limit, capability("rmcup"));
}

static void set_modes(void) {
  loaded_cbreak();
  loaded_noecho();
  loaded_nonl();
  loaded_keypad(*loaded_stdscr, TRUE);
  loaded_nodelay(*loaded_stdscr, TRUE);
}

bool cncurses_begin(bool uses_color) {
  char sequence[512];
  if (!restore_arm(sequence, reset_sequence(sequence, sizeof sequence))) return false;
  if (!loaded_newterm(NULL, stdout, stdin)) {
    restore_disarm();
    return false;
  }
  // How long after an escape the rest of a key may come, in milliseconds.
  loaded_set_escdelay(25);
  set_modes();
  has_color = uses_color && loaded_has_colors();
  if (has_color) {
    loaded_start_color();
    loaded_use_default_colors();
    loaded_init_pair(CNCURSES_RED, COLOR_RED, -1);
    loaded_init_pair(CNCURSES_GREEN, COLOR_GREEN, -1);
    loaded_init_pair(CNCURSES_YELLOW, COLOR_YELLOW, -1);
    loaded_init_pair(CNCURSES_CYAN, COLOR_CYAN, -1);
  }
  loaded_mousemask(BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
  loaded_mouseinterval(0);
  // What terminals send in spite of their descriptions: one of another terminal is what many programs are told.
  static const struct {
    const char *sequence;
    int key;
  } others[] = {
      {"\033[1~", KEY_HOME}, {"\033[7~", KEY_HOME}, {"\033[H", KEY_HOME},   {"\033OH", KEY_HOME},   {"\033[4~", KEY_END},
      {"\033[8~", KEY_END},  {"\033[F", KEY_END},   {"\033OF", KEY_END},    {"\033[A", KEY_UP},     {"\033OA", KEY_UP},
      {"\033[B", KEY_DOWN},  {"\033OB", KEY_DOWN},  {"\033[C", KEY_RIGHT},  {"\033OC", KEY_RIGHT},  {"\033[D", KEY_LEFT},
      {"\033OD", KEY_LEFT},  {"\033[3~", KEY_DC},   {"\033[5~", KEY_PPAGE}, {"\033[6~", KEY_NPAGE},
  };
  for (size_t index = 0; index < sizeof others / sizeof *others; index++) {
    loaded_define_key(others[index].sequence, others[index].key);
  }
  loaded_define_key("\033[200~", PASTE_BEGINS);
  loaded_define_key("\033[201~", PASTE_ENDS);
  cncurses_resume();
  return true;
}

void cncurses_end(void) {
  cncurses_leave();
  restore_disarm();
}

void cncurses_leave(void) {
  mark_pastes(false);
  loaded_endwin();
}

void cncurses_stop(void) {
  cncurses_leave();
  // To this thread: sent to the process, it could stop another thread first, and this one would draw until then.
  raise(SIGSTOP);
  cncurses_resume();
}

void cncurses_resume(void) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
    loaded_resizeterm(size.ws_row, size.ws_col);
  }
  loaded_clearok(*loaded_stdscr, TRUE);
  loaded_wrefresh(*loaded_stdscr);
  // By itself it would be said again to a terminal that was put back only once a key was read: the first arrow would be lost.
  loaded_keypad(*loaded_stdscr, TRUE);
  mark_pastes(true);
}

int cncurses_rows(void) { return loaded_getmaxy(*loaded_stdscr); }
int cncurses_columns(void) { return loaded_getmaxx(*loaded_stdscr); }
int cncurses_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

void cncurses_clear(int row) {
  loaded_wattr_set(*loaded_stdscr, A_NORMAL, 0, NULL);
  loaded_wmove(*loaded_stdscr, row, 0);
  loaded_wclrtoeol(*loaded_stdscr);
}

static void put(int row, int column, const uint32_t *scalars, int count, attr_t attributes, int pair) {
  // A number of a pair that is no short is read from where the last argument points to.
  loaded_wattr_set(*loaded_stdscr, attributes, (short)pair, pair > SHRT_MAX ? &pair : NULL);
  if (loaded_wmove(*loaded_stdscr, row, column) == ERR) return;
  // Where a wchar_t has 32 bits, it is a code point.
  _Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "wide characters are code points");
  loaded_waddnwstr(*loaded_stdscr, (const wchar_t *)scalars, count);
}

void cncurses_put(int row, int column, const uint32_t *scalars, int count, int look) {
  attr_t attributes = A_NORMAL;
  if (look & CNCURSES_BOLD) attributes |= A_BOLD;
  if (look & CNCURSES_DIM) attributes |= A_DIM;
  if (look & CNCURSES_REVERSE) attributes |= A_REVERSE;
  put(row, column, scalars, count, attributes, has_color ? look & CNCURSES_COLOR_MASK : 0);
}

bool cncurses_has_256_colors(void) { return has_color && loaded_alloc_pair && loaded_COLORS && *loaded_COLORS >= 256; }

void cncurses_put_colored(int row, int column, const uint32_t *scalars, int count, int foreground, int background) {
  int pair = cncurses_has_256_colors() ? loaded_alloc_pair(foreground, background) : 0;
  put(row, column, scalars, count, A_NORMAL, pair > 0 ? pair : 0);
}

void cncurses_show(int row, int column) {
  loaded_curs_set(row >= 0 ? 1 : 0);
  if (row >= 0) loaded_wmove(*loaded_stdscr, row, column);
  loaded_wrefresh(*loaded_stdscr);
}

static enum cncurses_key mouse_key(void) {
  MEVENT event;
  if (loaded_getmouse(&event) != OK) return CNCURSES_OTHER;
  if (event.bstate & BUTTON4_PRESSED) return CNCURSES_WHEEL_UP;
  if (event.bstate & BUTTON5_PRESSED) return CNCURSES_WHEEL_DOWN;
  return CNCURSES_OTHER;
}

enum cncurses_key cncurses_read(uint32_t *scalar) {
  wint_t typed = 0;
  int kind = loaded_wget_wch(*loaded_stdscr, &typed);
  // Another size of the screen is a signal here, and no key, which would answer a question.
  while (kind == KEY_CODE_YES && typed == KEY_RESIZE) kind = loaded_wget_wch(*loaded_stdscr, &typed);
  if (kind == ERR) return CNCURSES_NONE;
  if (kind != KEY_CODE_YES) {
    *scalar = (uint32_t)typed;
    return CNCURSES_CHARACTER;
  }
  switch (typed) {
    case KEY_UP: return CNCURSES_UP;
    case KEY_DOWN: return CNCURSES_DOWN;
    case KEY_LEFT: return CNCURSES_LEFT;
    case KEY_RIGHT: return CNCURSES_RIGHT;
    case KEY_HOME: return CNCURSES_HOME;
    case KEY_END: return CNCURSES_END;
    case KEY_PPAGE: return CNCURSES_PAGE_UP;
    case KEY_NPAGE: return CNCURSES_PAGE_DOWN;
    case KEY_BACKSPACE: return CNCURSES_BACKSPACE;
    case KEY_DC: return CNCURSES_DELETE;
    case KEY_ENTER: return CNCURSES_ENTER;
    case KEY_MOUSE: return mouse_key();
    case PASTE_BEGINS: return CNCURSES_PASTE_BEGINS;
    case PASTE_ENDS: return CNCURSES_PASTE_ENDS;
    default: return CNCURSES_OTHER;
  }
}

bool cncurses_is_hung_up(void) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  if (poll(&input, 1, 0) <= 0) return false;
  int waiting = 0;
  return input.revents & (POLLHUP | POLLERR | POLLNVAL) ||
         (input.revents & POLLIN && ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 && waiting == 0);
}

int cncurses_signals(void) { return restore_signals(); }

int cncurses_next_signal(void) {
  unsigned char number;
  return read(restore_signals(), &number, 1) == 1 ? number : 0;
}

void cncurses_reset(void) {
  struct termios settings;
  if (tcgetattr(STDIN_FILENO, &settings) == 0) {
    settings.c_iflag |= BRKINT | ICRNL | IXON;
    settings.c_iflag &= ~(tcflag_t)(INLCR | IGNCR);
    settings.c_oflag |= OPOST | ONLCR;
    settings.c_lflag |= ECHO | ECHOE | ECHOK | ICANON | ISIG | IEXTEN;
    tcsetattr(STDIN_FILENO, TCSANOW, &settings);
  }
  char sequence[512];
  size_t length = reset_sequence(sequence, sizeof sequence);
  ssize_t ignored = write(STDOUT_FILENO, sequence, length);
  (void)ignored;
}
