/// Creates an element with classes, a text, other attributes and children.
function make(tag, { classes, text, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/// Creates the bar for the part of a book that was read, from 0 to 1.
function progressBar(fraction) {
  const percent = fraction >= 1 ? 100 : Math.min(99, Math.round(fraction * 100));
  return make("progress", { classes: "read", max: "100", value: String(percent), "aria-label": texts.percentRead(percent) });
}

/// Shows all times of a document in the time zone of the browser.
function showLocalTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const date = new Date(time.dateTime);
    if (!Number.isNaN(date.getTime())) time.textContent = texts.time(date);
  }
}

/// Replaces parts of this page with the same parts of a page that was loaded again. Keeps a part that contains the
/// focus, except for `main`.
function replaceParts(page, ...selectors) {
  for (const selector of selectors) {
    const [old, fresh] = [document.querySelector(selector), page.querySelector(selector)];
    if (!old || !fresh || old.contains(document.activeElement) && old.tagName !== "MAIN"
      || old.isEqualNode(fresh)) continue;
    old.replaceWith(document.adoptNode(fresh));
  }
}
