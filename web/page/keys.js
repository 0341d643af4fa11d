/// Handles the keys of the page, which are those of `catalog browse` where possible. The user can turn them off in the
/// dialog that `?` opens.
function listenToKeys(page) {
  const areOn = () => localStorage.getItem("catalog.keys") !== "off";
  const dialog = make("dialog", { "aria-labelledby": "keys" }, make("h2", { id: "keys", text: texts.keys }));
  const table = make("dl", { classes: "fields" });
  for (const [key, words] of [
    ...texts.keyHelp, ...(page.edits.areAllowed ? texts.editKeyHelp : []),
    ...(page.edits.includeBooks ? texts.bookKeyHelp : []),
  ]) table.append(make("dt", {}, make("code", { text: key })), make("dd", { text: words }));
  const box = make("input", { type: "checkbox", id: "keysOn" });
  box.addEventListener("change", () => { localStorage.setItem("catalog.keys", box.checked ? "on" : "off"); });
  const close = make("button", { type: "button", text: texts.close });
  close.addEventListener("click", () => dialog.close());
  dialog.append(table, make("p", {}, box, make("label", { for: "keysOn", text: texts.keyboardShortcuts })), close);
  document.body.append(dialog);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    // An open dialog has its own keys.
    if (document.querySelector("dialog[open]")) return;
    const target = event.target;
    if (target.matches?.("input, select, textarea")) {
      if (event.key === "Escape" && target.id === "q") { event.preventDefault(); page.escape(); }
      return;
    }
    if (event.key === "?") { box.checked = areOn(); dialog.showModal(); return; }
    if (!areOn()) return;
    // Enter activates a link or button that has the focus.
    if (event.key === "Enter" && target.matches?.("a, button, summary")) return;
    if (page.key(event.key)) event.preventDefault();
  });
}
