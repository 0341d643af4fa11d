BenchProgram.main()
