/// The part of a long list that is visible: its scroll bar, and the position of its first row.
///
/// The spacer is as high as all rows together, up to a maximum that every browser supports. If the rows need more, the
/// list is scaled: the scroll bar maps to rows by their ratio, but the wheel and keys still move by rows.
class RowWindow {
  static maxHeight = 8_000_000;

  /// The distance from the top of the list in pixels, without scaling.
  top = 0;
  total = 0;
  /// The position and range of the scroll bar. They are stored, because reading them from the browser after rows have
  /// changed would compute the layout of the page.
  #scrollTop = 0;
  #scrollRange = 0;
  #isTouched = false;

  constructor(box, spacer, onMove) {
    this.box = box;
    this.spacer = spacer;
    this.onMove = onMove;
    box.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    box.addEventListener("touchstart", () => { this.#isTouched = true; }, { passive: true });
    box.addEventListener("pointerdown", (event) => {
      this.#isTouched = event.pointerType === "touch";
    }, { passive: true });
    box.addEventListener("scrollend", () => this.placeScrollBar());
    box.addEventListener("wheel", (event) => {
      if (!this.isScaled || event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      this.#isTouched = false;
      const unit = event.deltaMode === 1 ? this.rowHeight : event.deltaMode === 2 ? this.height : 1;
      this.goTo(this.top + event.deltaY * unit);
    }, { passive: false });
    box.addEventListener("keydown", (event) => {
      // If the list is scaled, the default step of the browser would skip many rows.
      const step = this.isScaled && !event.ctrlKey && !event.metaKey && !event.altKey ? this.#step(event) : undefined;
      if (step === undefined) return;
      event.preventDefault();
      this.goTo(this.top + step);
    });
  }

  /// Returns the number of pixels that a key scrolls, or undefined for other keys.
  #step({ key, shiftKey }) {
    const page = Math.max(this.rowHeight, this.height - this.rowHeight);
    switch (key) {
      case "ArrowDown": return this.rowHeight;
      case "ArrowUp": return -this.rowHeight;
      case "PageDown": return page;
      case "PageUp": return -page;
      case " ": return shiftKey ? -page : page;
      case "Home": return -this.contentHeight;
      case "End": return this.contentHeight;
    }
    return undefined;
  }

  /// The height of all rows in pixels, without scaling.
  get contentHeight() { return this.total * this.rowHeight; }
  get isScaled() { return this.contentHeight > RowWindow.maxHeight; }
  get maxTop() { return Math.max(0, this.contentHeight - this.height); }

  /// Sets the number of rows.
  setTotal(total) { this.resize({ ...this, total }); }

  /// Sets the number of rows, and the heights of a row, the table's head and the box. Keeps the first visible row.
  resize({ total, rowHeight, headHeight, boxHeight }) {
    const row = this.rowHeight ? this.top / this.rowHeight : 0;
    // The browser scrolls to the top when the box is removed from the page and inserted again.
    this.#scrollTop = this.box.scrollTop;
    Object.assign(this, { total, rowHeight, headHeight, boxHeight });
    this.height = Math.max(1, boxHeight - headHeight);
    const spacerHeight = Math.min(this.contentHeight, RowWindow.maxHeight) + headHeight;
    this.spacer.style.height = `${spacerHeight}px`;
    this.#scrollRange = Math.max(0, spacerHeight - boxHeight);
    this.top = Math.min(row * rowHeight, this.maxTop);
    this.placeScrollBar();
  }

  /// Scrolls to a distance from the top of the list.
  goTo(top) {
    this.top = Math.max(0, Math.min(top, this.maxTop));
    this.placeScrollBar();
    this.onMove();
  }

  /// Moves the scroll bar to the position of the visible rows.
  placeScrollBar() {
    const target = this.isScaled ? (this.maxTop ? this.top / this.maxTop * this.#scrollRange : 0) : this.top;
    if (Math.abs(this.#scrollTop - target) >= 1) this.box.scrollTop = target;
    this.#scrollTop = target;
  }

  /// Follows the scroll bar. A touch moves a scaled list pixel by pixel, not by ratio, unless it reaches an end.
  #scrolled() {
    const scrollTop = this.box.scrollTop;
    const distance = scrollTop - this.#scrollTop;
    if (Math.abs(distance) < 1) return;
    this.#scrollTop = scrollTop;
    const isPrecise =
      this.#isTouched && Math.abs(distance) < this.height && scrollTop > 0 && scrollTop < this.#scrollRange;
    const top = !this.isScaled ? scrollTop
      : isPrecise ? this.top + distance
      : this.#scrollRange > 0 ? scrollTop / this.#scrollRange * this.maxTop : 0;
    this.top = Math.max(0, Math.min(top, this.maxTop));
    this.onMove();
  }
}
