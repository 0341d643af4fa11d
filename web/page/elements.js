/// An element with classes, a text, and children.
function make(tag, { classes, text, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const grouped = new Intl.NumberFormat("en");
const counted = (number) => `${grouped.format(number)} ${number === 1 ? "book" : "books"}`;

/// Times in the reader's time zone.
function localTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const date = new Date(time.dateTime);
    if (Number.isNaN(date.getTime())) continue;
    const two = (number) => String(number).padStart(2, "0");
    const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    time.textContent = `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
  }
}

/// Takes parts of a page that was asked for again.
function take(page, ...selectors) {
  for (const selector of selectors) {
    const [old, fresh] = [document.querySelector(selector), page.querySelector(selector)];
    if (!old || !fresh || old.contains(document.activeElement) && old.tagName !== "MAIN" || old.isEqualNode(fresh)) continue;
    old.replaceWith(document.adoptNode(fresh));
  }
}
