/// The HTML elements that pages use. None of them contains a script or a style as text.
enum HTMLTag: String {
  case html, head, meta, title, link, script
  case body, header, main, footer, nav, aside, section, article
  case a, p, h1, h2, h3, ul, ol, li, dl, dt, dd, div, span, small, strong, em, time, img, code, progress
  case details, summary
  case form, label, input, button, select, option, textarea, fieldset, legend
  case table, caption, thead, tbody, tr, th, td
}
