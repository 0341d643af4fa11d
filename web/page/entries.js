/// Adds a calendar to the input of a date, which remains a text, since it may also be a month or a year.
function offerDays(input) {
  if (input.parentElement.classList.contains("day")) return;
  const calendar = make("input", { type: "date", "aria-label": texts.chooseDay, tabindex: "-1" });
  const show = () => { calendar.value = /^\d{4}-\d\d-\d\d$/.test(input.value) ? input.value : ""; };
  calendar.addEventListener("change", () => {
    if (!calendar.value) return;
    input.value = calendar.value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  input.addEventListener("input", show);
  const box = make("div", { classes: "day" });
  input.replaceWith(box);
  box.append(input, calendar);
  show();
}

/// An input for a list, such as tags, that shows each entry as a chip. The original input is hidden and holds the text
/// that the form sends, in which semicolons separate the entries.
class EntryInput {
  constructor(input, service) {
    this.value = input;
    this.name = input.dataset.complete;
    this.entries = EntryInput.parts(input.value);
    const hadFocus = document.activeElement === input;
    this.entry = make("input", { type: "text", id: input.id, autocomplete: "off" });
    for (const name of ["aria-invalid", "aria-describedby"]) {
      if (input.hasAttribute(name)) this.entry.setAttribute(name, input.getAttribute(name));
    }
    this.box = make("div", { classes: "entries" }, this.entry);
    input.removeAttribute("id");
    input.type = "hidden";
    input.after(this.box);
    const help = input.parentElement.querySelector("small:not(.invalid)");
    if (help) help.textContent = texts.pressEnter;
    new Completions(this.entry, (text, signal) => this.#offers(service, text, signal), () => this.#add());
    this.entry.addEventListener("keydown", (event) => this.#key(event));
    this.entry.addEventListener("input", () => { if (this.#separator.test(this.entry.value)) this.#add(); });
    this.entry.addEventListener("blur", () => this.#add());
    input.form?.addEventListener("submit", () => this.#add());
    this.#show();
    if (hadFocus) this.entry.focus();
  }

  static parts(text, separator = /;/) { return text.split(separator).map((part) => part.trim()).filter(Boolean); }

  /// The separator of typed entries. Tags hardly ever contain commas, but names do.
  get #separator() { return this.name === "tags" ? /[;,]/ : /;/; }

  async #offers(service, text, signal) {
    const offers = await service.completions(text, this.name, signal);
    return offers.filter(({ text }) => !this.entries.includes(text));
  }

  #add() {
    const added = EntryInput.parts(this.entry.value, this.#separator).filter((part) => !this.entries.includes(part));
    this.entry.value = "";
    if (added.length > 0) this.#set([...this.entries, ...added]);
  }

  #set(entries) {
    this.entries = entries;
    this.value.value = entries.join("; ");
    if (this.value.form) this.value.form.dataset.touched = "";
    this.#show();
  }

  #show() {
    for (const chip of this.box.querySelectorAll("button")) chip.remove();
    this.box.prepend(...this.entries.map((entry) => {
      const chip = make("button", { type: "button", "aria-label": texts.removeEntry(entry), text: `${entry} ×` });
      chip.addEventListener("click", () => {
        this.#set(this.entries.filter((each) => each !== entry));
        this.entry.focus();
      });
      return chip;
    }));
  }

  #key(event) {
    if (event.isComposing) return;
    if (event.key === "Enter" && this.entry.value.trim()) {
      event.preventDefault();
      this.#add();
    } else if (event.key === "Backspace" && !this.entry.value && this.entries.length > 0) {
      this.#set(this.entries.slice(0, -1));
    }
  }
}
