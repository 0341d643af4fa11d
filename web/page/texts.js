const numberFormat = new Intl.NumberFormat("en");

/// The texts that the script shows, by key, in English. The server writes all other texts of the pages. The reasons of
/// refusals and the summaries of steps come with its replies.
const texts = {
  // These names equal those of the server. They are in the order of the dialog that sets the status.
  statuses: {
    unread: "Unread", want: "Want to read", reading: "Reading", paused: "Paused", read: "Read", abandoned: "Abandoned",
  },
  books: (number) => `${numberFormat.format(number)} ${number === 1 ? "book" : "books"}`,
  time: (date) => {
    const padded = (number) => String(number).padStart(2, "0");
    const day = `${date.getFullYear()}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`;
    return `${day} ${padded(date.getHours())}:${padded(date.getMinutes())}`;
  },

  close: "Close",
  undo: "Undo",
  redo: "Redo",
  undone: (summary) => `Undone: ${summary}`,
  isNotSaved: "The server is not responding, so your change may not be saved. Check again when it responds.",
  collision: (field, value) =>
    `Somebody else changed the field ${field}: it is now ${value ?? "empty"}. Your change was not saved.`,
  confirmRemoval: (title) => `Remove “${title}” from every list? You can undo this.`,

  scrollingList: "Books, a list that scrolls",
  letters: "Letters",
  isOffline: "The server is not responding.",
  isInvalid: "This search is not valid.",
  suggestions: "Suggestions",
  select: (title) => `Select ${title}`,
  edit: (selected) => selected === 0 ? "Edit" : `Edit (${selected})`,
  editSelected: (selected) => selected === 0 ? "Edit selected" : `Edit ${selected} selected`,
  clearSelection: "Clear selection",
  dropOneFile: "Drop one file.",

  myRating: "My rating",
  noRating: "No rating",
  rating: (rating) => `${rating} of 5`,
  myRatingOf: (rating) => `my rating: ${rating} of 5`,
  readingStatus: "Reading status",
  percentRead: (percent) => `${percent}% read`,
  startedOrFinished: "Started or finished",
  orOn: "or on",
  days: [["today", "today"], ["yesterday", "yesterday"], ["unknown", "I don’t know when"]],
  chooseDay: "Choose a day",
  pressEnter: "Press Enter after each entry",
  removeEntry: (entry) => `Remove ${entry}`,

  useCamera: "Take it with the camera",
  camera: "Camera",
  holdBarCode: "Hold the bar code before the camera",
  hasNoCamera: "Cannot use the camera: there is none, or the browser does not allow this page to use it.",

  keys: "Keys",
  keyboardShortcuts: " Keyboard shortcuts",
  // The keys of all viewers, of those who may change anything, and of those who may change books.
  keyHelp: [
    ["/", "search"], ["j, k", "next or previous book"], ["g, G", "first or last book"], ["Enter", "open the book"],
    ["s", "sort order"], ["q, Esc", "back to the list; clear the selection"], ["?", "show these keys"],
  ],
  editKeyHelp: [
    ["v", "select or deselect the row"], ["0–5, +, -", "your rating"],
    ["Space, m", "toggle read / unread; set the reading status"], ["e", "edit the book"], ["u, U", "undo, redo"],
  ],
  bookKeyHelp: [["a", "add a book"], ["d", "remove the book"]],
};
