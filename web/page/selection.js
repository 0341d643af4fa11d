/// The books that the user selected in any list, to change them as one step.
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

  /// Shows the number of selected books in the form, and adds a button that clears the selection. The form sends the
  /// selected books instead of the boxes of the visible rows. Must be called again if the form was replaced.
  show() {
    const form = document.querySelector("#selection");
    if (!form) return;
    const opener = document.querySelector(".tools [popovertarget=changes]");
    if (opener) opener.textContent = texts.edit(this.#books.size);
    const [change, clear] = form.querySelectorAll("button");
    change.textContent = texts.editSelected(this.#books.size);
    if (!clear) form.append(make("button", { type: "button", text: texts.clearSelection }));
    const button = form.querySelectorAll("button")[1];
    button.hidden = this.isEmpty;
    button.onclick = () => { this.clear(); this.onClear?.(); };
    form.onsubmit = () => {
      for (const old of form.querySelectorAll("input[name=books]")) old.remove();
      for (const id of this.#books) form.append(make("input", { type: "hidden", name: "books", value: String(id) }));
    };
  }
}
