// The script of the pages of `catalog serve`, which also work without it. It adds search while the user types, one list
// of all books, keyboard shortcuts, and updates when the catalog changes. It inserts values of the catalog only as text
// or as attributes that contain text.

const isInWorker = typeof SharedWorkerGlobalScope !== "undefined" && self instanceof SharedWorkerGlobalScope;

if (isInWorker) {
  hub();
} else if (!["problem", "login"].includes(document.body.dataset.page)) {
  const service = new Service(document.body.dataset.base);
  const isList = ["list", "wall"].includes(document.body.dataset.page);
  const page = isList ? new ListPage(service) : new PlainPage(service);
  showLocalTimes(document);
  listenToKeys(page);
  listenToFiles(page);
  offerCamera(page);
  document.addEventListener("input", ({ target }) => {
    if (target.form?.method === "post") target.form.dataset.touched = "";
  });
  let pending = null;
  new Live(service.base, (books) => {
    // Changes within 50 milliseconds update the page once.
    if (pending) { pending.books = pending.books && books ? [...pending.books, ...books] : null; return; }
    pending = { books };
    setTimeout(() => { const { books } = pending; pending = null; page.changed(books); }, 50);
  });
}
