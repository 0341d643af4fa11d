/// Adds a button to the page that adds a book: the camera reads the ISBN from a bar code. Does nothing if the browser
/// cannot detect bar codes.
async function offerCamera(page) {
  const field = document.querySelector("[data-page=add] #f-isbn");
  if (!field || !navigator.mediaDevices || typeof BarcodeDetector === "undefined") return;
  const formats = await BarcodeDetector.getSupportedFormats().catch(() => []);
  if (!formats.includes("ean_13")) return;
  const button = make("button", { type: "button", text: texts.useCamera });
  button.addEventListener("click", () => scanCode(field, page));
  field.after(button);
}

/// Shows the picture of the camera until it contains an ISBN, then submits the form of the field with that ISBN.
async function scanCode(field, page) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).catch(() => null);
  if (!stream) {
    page.edits.notify(texts.hasNoCamera);
    return;
  }
  const video = make("video", { playsinline: "", muted: "" });
  const close = make("button", { type: "button", text: texts.close });
  const dialog = make(
    "dialog", { "aria-label": texts.camera }, make("h2", { text: texts.holdBarCode }), video,
    make("p", {}, close));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    for (const track of stream.getTracks()) track.stop();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  video.srcObject = stream;
  await video.play().catch(() => {});
  const detector = new BarcodeDetector({ formats: ["ean_13"] });
  while (dialog.open) {
    const codes = await detector.detect(video).catch(() => []);
    const isbn = codes.map((code) => code.rawValue).find((text) => /^97[89]\d{10}$/.test(text));
    if (isbn && dialog.open) {
      dialog.close();
      field.value = isbn;
      field.form.requestSubmit();
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
