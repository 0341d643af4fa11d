/* Nothing of this is called from Swift: see CSnapshotStubs.c. */
