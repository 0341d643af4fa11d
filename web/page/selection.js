/// The books that were selected, by whatever list shows them: they are changed as one step.
class Selection {
  #books = new Set();

  has(id) { return this.#books.has(id); }
  get isEmpty() { return this.#books.size === 0; }

  set(id, isIn) {
    if (isIn) this.#books.add(id);
    else this.#books.delete(id);
    this.show();
  }

  clear() {
    this.#books.clear();
    this.show();
  }

  /// The button says how many they are; the form, which may be a new one, sends them and not the boxes of the rows that show.
  show() {
    const form = document.querySelector("#selection");
    if (!form) return;
    const [change, leave] = form.querySelectorAll("button");
    change.textContent = this.isEmpty ? "Edit selected" : `Edit ${this.#books.size} selected`;
    if (!leave) form.append(make("button", { type: "button", text: "Clear selection" }));
    const other = form.querySelectorAll("button")[1];
    other.hidden = this.isEmpty;
    other.onclick = () => { this.clear(); this.left?.(); };
    form.onsubmit = () => {
      for (const old of form.querySelectorAll("input[name=books]")) old.remove();
      for (const id of this.#books) form.append(make("input", { type: "hidden", name: "books", value: String(id) }));
    };
  }
}
