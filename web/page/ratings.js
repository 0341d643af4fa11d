/// Creates the stars of the user's own rating.
function stars(rating) {
  const halves = Math.round(Math.min(Math.max(rating, 0), 5) * 2);
  return make("span", {
    classes: "stars", role: "img", "aria-label": texts.myRatingOf(rating),
    text: "★".repeat(Math.floor(halves / 2)) + (halves % 2 ? "½" : ""),
  });
}

/// Returns the number of stars at a horizontal position in a cell with five stars.
function starAt(x, cell) {
  const width = parseFloat(getComputedStyle(cell).getPropertyValue("--star-width")) || 16;
  const size = parseFloat(getComputedStyle(cell).fontSize);
  return Math.min(5, Math.max(1, Math.ceil(x / (width * size))));
}

/// Shows the average rating of a book in its row. Reuses the bar of the row, because almost every row has one.
function showAverage(rating, row) {
  row.bar.className = `bar part${Math.round(Math.min(Math.max(rating, 0), 5) * 4)}`;
  row.number.data = rating.toFixed(1);
  if (!row.average.isConnected) row.others.replaceChildren(row.average);
}
