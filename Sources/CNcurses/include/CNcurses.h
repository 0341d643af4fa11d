// ncurses with wide characters, loaded when a screen is shown for the first time: linked, it would be loaded by every
// command. Only the C file sees <ncurses.h>; what Swift calls are the functions below, none of which takes variable
// arguments. Those on a screen want cncurses_begin to have succeeded, and one thread at a time.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// What a terminal is, as far as a screen goes.
enum cncurses_terminal {
  CNCURSES_USABLE,
  // TERM names a terminal that nobody described.
  CNCURSES_UNKNOWN,
  // It cannot move its cursor.
  CNCURSES_DUMB,
};

// How text looks. One of the colours, and any of the others.
enum cncurses_look {
  CNCURSES_PLAIN = 0,
  CNCURSES_RED = 1,
  CNCURSES_GREEN = 2,
  CNCURSES_YELLOW = 3,
  CNCURSES_CYAN = 4,
  CNCURSES_COLOR_MASK = 7,
  CNCURSES_BOLD = 8,
  CNCURSES_DIM = 16,
  CNCURSES_REVERSE = 32,
};

enum cncurses_key {
  // Nothing is typed.
  CNCURSES_NONE,
  CNCURSES_CHARACTER,
  CNCURSES_UP,
  CNCURSES_DOWN,
  CNCURSES_LEFT,
  CNCURSES_RIGHT,
  CNCURSES_HOME,
  CNCURSES_END,
  CNCURSES_PAGE_UP,
  CNCURSES_PAGE_DOWN,
  CNCURSES_BACKSPACE,
  CNCURSES_DELETE,
  CNCURSES_ENTER,
  CNCURSES_WHEEL_UP,
  CNCURSES_WHEEL_DOWN,
  // What comes between the two was pasted, not typed.
  CNCURSES_PASTE_BEGINS,
  CNCURSES_PASTE_ENDS,
  CNCURSES_OTHER,
};

// Loads the library, once a process. NULL when it is there; else why not, in a text that stays.
const char *cncurses_load(void);
// What the terminal of standard output is, by TERM. Wants the library.
enum cncurses_terminal cncurses_terminal(void);

// Shows the screen on standard input and output; from now on signals and traps put the terminal back first. The usual
// handlers of signals come back with cncurses_end. Returns false where the terminal cannot be set up.
bool cncurses_begin(bool uses_color);
// Puts the terminal back as it was.
void cncurses_end(void);
// Puts the terminal back for as long as the process is stopped, stops it, and shows the screen again when it goes on.
void cncurses_stop(void);
// Puts the terminal back while another program has it, until cncurses_resume.
void cncurses_leave(void);
// Takes up the window's size, and shows everything anew with the next cncurses_show.
void cncurses_resume(void);

int cncurses_rows(void);
int cncurses_columns(void);
// How many cells ncurses takes the code point for; -1 for one that is not printed.
int cncurses_width(uint32_t scalar);

void cncurses_clear(int row);
void cncurses_put(int row, int column, const uint32_t *scalars, int count, int look);
// Whether the screen shows any two of 256 colours, numbered as xterm does, beside each other.
bool cncurses_has_256_colors(void);
void cncurses_put_colored(int row, int column, const uint32_t *scalars, int count, int foreground, int background);
// Shows what was put, and the cursor; without one where row is below 0.
void cncurses_show(int row, int column);

// The next key that is typed, without waiting.
enum cncurses_key cncurses_read(uint32_t *scalar);
// Whether nothing will ever be typed any more: the terminal is gone.
bool cncurses_is_hung_up(void);

// A descriptor that can be read when a signal has come that is no end: SIGWINCH, SIGTSTP, SIGCONT.
int cncurses_signals(void);
// The number of the next of these signals, without waiting; 0 where there is none.
int cncurses_next_signal(void);

// Writes what puts a terminal back that another process left in disorder. Wants the library and a terminal.
void cncurses_reset(void);
