import CatalogTestSupport
import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of processes that find no catalog and create one at the same time.
  @Suite struct FirstWrites {
    @Test func `two processes that create a catalog at once both store their book`() throws {
      let sandbox = Sandbox()
      let outcome = try sandbox.shell(
        """
        for n in $(seq 30); do
          catalog add One --db $n.db > /dev/null & catalog add Two --db $n.db > /dev/null &
          wait
          catalog list --count --db $n.db
        done | sort | uniq -c | tr -s ' '
        """)
      expectEqual(outcome, Outcome(output: " 30 2\n"), "\(outcome)")
    }
  }
}
