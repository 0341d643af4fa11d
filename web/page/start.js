// What the pages of `catalog serve` get beyond what they are without a script: search as one types, one list over all books,
// keys, and what changes elsewhere. Whatever comes from the catalog becomes text or a value of an attribute that holds text.

const inWorker = typeof SharedWorkerGlobalScope !== "undefined" && self instanceof SharedWorkerGlobalScope;

if (inWorker) {
  hub();
} else if (!["problem", "login"].includes(document.body.dataset.page)) {
  const service = new Service(document.body.dataset.base);
  const isList = ["list", "wall"].includes(document.body.dataset.page);
  const page = isList ? new ListPage(service) : new PlainPage(service);
  localTimes(document);
  listenToKeys(page);
  listenToFiles(page);
  offerCamera(page);
  document.addEventListener("input", ({ target }) => { if (target.form?.method === "post") target.form.dataset.touched = ""; });
  let pending = null;
  new Live(service.base, (books) => {
    // Many changes in a moment are one.
    if (pending) { pending.books = pending.books && books ? [...pending.books, ...books] : null; return; }
    pending = { books };
    setTimeout(() => { const { books } = pending; pending = null; page.changed(books); }, 50);
  });
}
