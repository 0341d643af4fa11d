/// Accepts a file that the user drops on the page. The file form of the page sends it; a page without a file form sends
/// it to the import.
function listenToFiles(page) {
  const { includeBooks } = page.edits;
  if (!includeBooks || !["list", "wall", "import", "book"].includes(document.body.dataset.page)) return;
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  const mark = (isOver) => document.body.classList.toggle("dropping", isOver);
  document.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(true);
  });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) mark(false); });
  document.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(false);
    const { files } = event.dataTransfer;
    if (files.length !== 1) { page.edits.notify(texts.dropOneFile); return; }
    let form = document.querySelector("form.file");
    if (!form) {
      const attributes = {
        method: "post", action: `${page.service.base}/import`, enctype: "multipart/form-data", hidden: "",
      };
      form = make("form", attributes, make("input", { type: "file", name: "file" }));
      document.body.append(form);
    }
    form.querySelector("input[type=file]").files = files;
    form.submit();
  });
}
