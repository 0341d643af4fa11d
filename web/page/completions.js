/// A list of suggestions below an input while the user types (the combobox pattern of the ARIA Authoring Practices).
class Completions {
  #control = null;
  #timer = 0;
  /// The index of the highlighted suggestion, or -1.
  #active = -1;

  /// - load: returns the suggestions for a text as `[{ label, text, note }]`.
  /// - accepted: called after a suggestion has replaced the text.
  constructor(input, load, accepted = () => {}) {
    this.input = input;
    this.load = load;
    this.accepted = accepted;
    this.list = make("ul", { classes: "completions", role: "listbox", id: `${input.id}-completions`, hidden: "" });
    this.list.setAttribute("aria-label", texts.suggestions);
    // Moving an element takes the focus away from it.
    const hasFocus = document.activeElement === input;
    const box = make("div", { classes: "completed" });
    input.replaceWith(box);
    box.append(input, this.list);
    if (hasFocus) input.focus();
    for (const [name, value] of Object.entries({
      role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": this.list.id,
    })) input.setAttribute(name, value);
    input.addEventListener("input", () => this.#request());
    input.addEventListener("keydown", (event) => this.#key(event));
    input.addEventListener("blur", () => this.#close());
    // A press keeps the focus in the input, so that the list is still open when the button is released.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) this.#accept([...this.list.children].indexOf(option));
    });
  }

  get #isOpen() { return !this.list.hidden; }

  #request() {
    clearTimeout(this.#timer);
    this.#control?.abort();
    const text = this.input.value;
    if (!text.trim()) return this.#close();
    this.#timer = setTimeout(async () => {
      const control = this.#control = new AbortController();
      const offers = await this.load(text, control.signal).catch(() => []);
      if (control.signal.aborted || this.input.value !== text || document.activeElement !== this.input) return;
      this.#show(offers);
    }, 100);
  }

  #show(offers) {
    this.offers = offers;
    this.list.replaceChildren(...offers.map(({ label, note }, index) => make(
      "li", { role: "option", id: `${this.list.id}-${index}`, "aria-selected": "false" }, make("span", { text: label }),
      make("small", { text: note }))));
    this.list.hidden = offers.length === 0;
    this.input.setAttribute("aria-expanded", String(this.#isOpen));
    this.#highlight(-1);
  }

  #close() {
    clearTimeout(this.#timer);
    this.#control?.abort();
    this.#show([]);
  }

  #highlight(index) {
    this.#active = index;
    for (const [each, option] of [...this.list.children].entries()) {
      option.setAttribute("aria-selected", String(each === index));
    }
    const option = this.list.children[index];
    if (option) {
      this.input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else this.input.removeAttribute("aria-activedescendant");
  }

  #accept(index) {
    this.input.value = this.offers[index].text;
    this.#close();
    this.input.focus();
    if (this.input.form?.method === "post") this.input.form.dataset.touched = "";
    this.accepted();
  }

  /// Handles the keys of the open list before the page does.
  #key(event) {
    if (!this.#isOpen || event.isComposing) return;
    const count = this.list.children.length;
    // Beyond either end, no suggestion is highlighted.
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) this.#highlight((this.#active + 1 + step + count + 1) % (count + 1) - 1);
    else if (event.key === "Enter" && this.#active >= 0) this.#accept(this.#active);
    else if (event.key === "Escape") this.#close();
    else if (event.key === "Tab" && this.#active >= 0) return this.#accept(this.#active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/// Offers suggestions in the inputs of an element whose fields have values in the catalog.
function completeFields(root, service) {
  for (const input of root.querySelectorAll("input[data-complete]:not([role=combobox], [type=hidden])")) {
    // An entry in quotation marks may contain a semicolon.
    if (input.dataset.list !== undefined && !input.value.includes('"')) { new EntryInput(input, service); continue; }
    new Completions(input, (text, signal) => service.completions(text, input.dataset.complete, signal));
  }
  for (const input of root.querySelectorAll("input[data-day]")) offerDays(input);
  // The form that changes several books has one input for the value of any field.
  const [field, value] = [root.querySelector("#f-field"), root.querySelector("#f-value:not([role=combobox])")];
  if (field && value) new Completions(value, (text, signal) => service.completions(text, field.value, signal));
}
