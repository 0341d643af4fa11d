/// Which rows show, and where. The window is as high as all rows together, up to what browsers can have; beyond that, places
/// in it and rows are mapped by their ratio, and the wheel goes row by row all the same.
class RowWindow {
  static highest = 8_000_000;

  /// Rows from the top, in pixels as if there were no limit.
  top = 0;
  total = 0;
  /// Where the scroll bar is, and how far it goes: kept, since after rows have changed an answer would take a layout of the page.
  #at = 0;
  #room = 0;
  #isTouched = false;

  constructor(box, spacer, moved) {
    this.box = box;
    this.spacer = spacer;
    this.moved = moved;
    box.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    box.addEventListener("touchstart", () => { this.#isTouched = true; }, { passive: true });
    box.addEventListener("pointerdown", (event) => { this.#isTouched = event.pointerType === "touch"; }, { passive: true });
    box.addEventListener("scrollend", () => this.place());
    box.addEventListener("wheel", (event) => {
      if (!this.isScaled || event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      this.#isTouched = false;
      const unit = event.deltaMode === 1 ? this.rowHeight : event.deltaMode === 2 ? this.height : 1;
      this.goTo(this.top + event.deltaY * unit);
    }, { passive: false });
    box.addEventListener("keydown", (event) => {
      // A step of the scroll bar is many rows where the window is scaled.
      const step = this.isScaled && !event.ctrlKey && !event.metaKey && !event.altKey ? this.#step(event) : undefined;
      if (step === undefined) return;
      event.preventDefault();
      this.goTo(this.top + step);
    });
  }

  #step({ key, shiftKey }) {
    const page = Math.max(this.rowHeight, this.height - this.rowHeight);
    switch (key) {
      case "ArrowDown": return this.rowHeight;
      case "ArrowUp": return -this.rowHeight;
      case "PageDown": return page;
      case "PageUp": return -page;
      case " ": return shiftKey ? -page : page;
      case "Home": return -this.whole;
      case "End": return this.whole;
    }
    return undefined;
  }

  get whole() { return this.total * this.rowHeight; }
  get isScaled() { return this.whole > RowWindow.highest; }
  get lowest() { return Math.max(0, this.whole - this.height); }

  /// Tells how many rows there are.
  setTotal(total) { this.resize({ ...this, total }); }

  /// Tells how many rows there are, how high one is, the head of the table, and the box.
  resize({ total, rowHeight, headHeight, boxHeight }) {
    const row = this.rowHeight ? this.top / this.rowHeight : 0;
    // A box that was taken out of the page and put back begins at its top.
    this.#at = this.box.scrollTop;
    Object.assign(this, { total, rowHeight, headHeight, boxHeight });
    this.height = Math.max(1, boxHeight - headHeight);
    const whole = Math.min(this.whole, RowWindow.highest) + headHeight;
    this.spacer.style.height = `${whole}px`;
    this.#room = Math.max(0, whole - boxHeight);
    this.top = Math.min(row * rowHeight, this.lowest);
    this.place();
  }

  /// Shows what is so far from the top.
  goTo(top) {
    this.top = Math.max(0, Math.min(top, this.lowest));
    this.place();
    this.moved();
  }

  /// Puts the scroll bar where the rows are.
  place() {
    const wanted = this.isScaled ? (this.lowest ? this.top / this.lowest * this.#room : 0) : this.top;
    if (Math.abs(this.#at - wanted) >= 1) this.box.scrollTop = wanted;
    this.#at = wanted;
  }

  #scrolled() {
    const at = this.box.scrollTop;
    const by = at - this.#at;
    if (Math.abs(by) < 1) return;
    this.#at = at;
    const isFine = this.#isTouched && Math.abs(by) < this.height && at > 0 && at < this.#room;
    const top = !this.isScaled ? at : isFine ? this.top + by : this.#room > 0 ? at / this.#room * this.lowest : 0;
    this.top = Math.max(0, Math.min(top, this.lowest));
    this.moved();
  }
}
