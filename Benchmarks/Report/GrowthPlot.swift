import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An SVG that plots times against the number of books on logarithmic axes, with one line for each measured operation.
/// It is readable on light and dark backgrounds.
struct GrowthPlot {
  /// A line of the plot.
  struct Line {
    let name: String
    /// Books and milliseconds, the fewest books first.
    let points: [(books: Int, milliseconds: Double)]
  }

  let lines: [Line]

  init(lines: [Line]) { self.lines = lines.filter { !$0.points.isEmpty } }

  /// Takes what the runs have of the chosen measures.
  init(_ runs: [RunDocument]) {
    let sorted = runs.sorted { $0.books < $1.books }
    self.init(
      lines: Self.chosen.map { choice in
        Line(
          name: choice.name,
          points: sorted.compactMap { run in choice.time(run).map { (run.books, $0) } })
      })
  }

  private struct Choice {
    let name: String
    let time: (RunDocument) -> Double?

    init(_ name: String, _ measure: String, isP99: Bool = false) {
      self.name = name
      time = { run in
        run.measures.first { $0.name == measure }.map { isP99 ? $0.p99Milliseconds : $0.medianMilliseconds }
      }
    }

    init(_ name: String, _ time: @escaping (RunDocument) -> Double?) {
      self.name = name
      self.time = time
    }
  }

  private static var chosen: [Choice] {
    [
      Choice("import, new file", "catalog import (new file)"),
      Choice("search as typed, 99th percentile", "library: keystrokes", isP99: true),
      Choice("search, slowest kind") { run in
        run.measures.filter {
          $0.group == "search" && $0.name.hasPrefix("library: ") && $0.name != "library: keystrokes"
        }
        .map(\.medianMilliseconds).max()
      },
      Choice("list, whole process", "catalog list --page 2"),
      Choice("list, last page, library", "library: last page by added"),
      Choice("list, page 2, library", "library: page 2"),
      Choice("an edit of the title", "an edit of the title"),
    ]
  }

  // MARK: Drawing

  private static let (width, height) = (860.0, 520.0)
  private static let (left, right, top, bottom) = (80.0, 560.0, 40.0, 450.0)
  /// Told apart on white and on black, also by most who see fewer colours (after Okabe and Ito); each with marks of
  /// its own besides.
  private static let colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#8a8a8a"]

  /// The whole document.
  var svg: String {
    var body: [String] = []
    let points = lines.flatMap(\.points)
    let decades = (
      books: Self.decades(points.map { Double($0.books) }), times: Self.decades(points.map(\.milliseconds))
    )
    func x(_ books: Double) -> Double { Self.place(books, decades.books, from: Self.left, to: Self.right) }
    func y(_ time: Double) -> Double { Self.place(time, decades.times, from: Self.bottom, to: Self.top) }
    for decade in decades.books {
      let place = x(Self.power(decade)).fixed(1)
      body.append("<line class=\"grid\" x1=\"\(place)\" y1=\"\(Self.top)\" x2=\"\(place)\" y2=\"\(Self.bottom)\"/>")
      body.append(Self.text(Self.books(decade), x: place, y: "\(Self.bottom + 22)", anchor: "middle"))
    }
    for decade in decades.times {
      let place = y(Self.power(decade))
      body.append(
        "<line class=\"grid\" x1=\"\(Self.left)\" y1=\"\(place.fixed(1))\" x2=\"\(Self.right)\" y2=\"\(place.fixed(1))\"/>"
      )
      body.append(Self.text(Self.time(decade), x: "\(Self.left - 10)", y: (place + 4).fixed(1), anchor: "end"))
    }
    body.append(
      Self.text("books", x: "\((Self.left + Self.right) / 2)", y: "\(Self.bottom + 48)", anchor: "middle"))
    body.append(Self.text("time", x: "\(Self.left - 10)", y: "\(Self.top - 16)", anchor: "end"))
    for (index, line) in lines.enumerated() {
      let colour = Self.colours[index % Self.colours.count]
      let places = line.points.map { (x: x(Double($0.books)), y: y($0.milliseconds)) }
      let path = places.map { "\($0.x.fixed(1)),\($0.y.fixed(1))" }.joined(separator: " ")
      let row = Self.top + 10 + Double(index) * 26
      body.append("<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\"/>")
      for place in places + [(x: Self.right + 24, y: row)] { body.append(Self.mark(index, place, colour)) }
      body.append(Self.text(line.name, x: "\(Self.right + 40)", y: "\(row + 4)", anchor: "start"))
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" role="img">
      <title>Time by number of books, both axes logarithmic</title>
      <style>
      text { font: 13px sans-serif; fill: #24292f } .paper { fill: #ffffff } .grid { stroke: #d0d7de }
      @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 } .paper { fill: #0d1117 } .grid { stroke: #3d444d } }
      </style>
      <rect class="paper" width="100%" height="100%"/>
      \(body.joined(separator: "\n"))
      </svg>

      """
  }

  /// The powers of ten around all of the numbers, at least two.
  private static func decades(_ numbers: [Double]) -> ClosedRange<Int> {
    let usable = numbers.filter { $0 > 0 && $0.isFinite }
    guard let least = usable.min(), let most = usable.max() else { return 0...1 }
    var (low, high) = (0, 0)
    while power(low) > least { low -= 1 }
    while power(low + 1) <= least { low += 1 }
    high = low
    while power(high) < most { high += 1 }
    return low...max(high, low + 1)
  }

  static func power(_ exponent: Int) -> Double {
    (0..<exponent.magnitude).reduce(1.0) { power, _ in exponent < 0 ? power / 10 : power * 10 }
  }

  private static func place(_ number: Double, _ decades: ClosedRange<Int>, from start: Double, to end: Double) -> Double
  {
    let share = (log10(max(number, .leastNormalMagnitude)) - Double(decades.lowerBound)) / Double(decades.count - 1)
    return start + share * (end - start)
  }

  private static func mark(_ index: Int, _ place: (x: Double, y: Double), _ colour: String) -> String {
    let (x, y) = (place.x.fixed(1), place.y.fixed(1))
    switch index % 3 {
    case 0: return "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"4\" fill=\"\(colour)\"/>"
    case 1:
      return "<rect x=\"\((place.x - 4).fixed(1))\" y=\"\((place.y - 4).fixed(1))\" width=\"8\" height=\"8\" "
        + "fill=\"\(colour)\"/>"
    default:
      return "<path d=\"M\(x) \((place.y - 5).fixed(1)) l5 9 h-10 z\" fill=\"\(colour)\"/>"
    }
  }

  private static func text(_ text: String, x: String, y: String, anchor: String) -> String {
    let escaped = text.map { $0 == "&" ? "&amp;" : $0 == "<" ? "&lt;" : String($0) }.joined()
    return "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(escaped)</text>"
  }

  private static func books(_ decade: Int) -> String {
    decade < 3
      ? power(decade).shortest
      : decade < 6
        ? "\(power(decade - 3).shortest),000"
        : "\(power(decade - 6).shortest) million"
  }

  private static func time(_ decade: Int) -> String {
    decade < 0
      ? "\(power(decade + 3).shortest) µs"
      : decade < 3
        ? "\(power(decade).shortest) ms"
        : "\(power(decade - 3).shortest) s"
  }
}
