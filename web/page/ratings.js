function stars(rating) {
  const halves = Math.round(Math.min(Math.max(rating, 0), 5) * 2);
  return make("span", {
    classes: "stars", role: "img", "aria-label": `your rating: ${rating} of 5`,
    text: "★".repeat(Math.floor(halves / 2)) + (halves % 2 ? "½" : ""),
  });
}

/// The row keeps its bar: there is one in nearly every row.
function showAverage(rating, row) {
  row.bar.className = `bar part${Math.round(Math.min(Math.max(rating, 0), 5) * 4)}`;
  row.number.data = rating.toFixed(1);
  if (!row.average.isConnected) row.others.replaceChildren(row.average);
}
