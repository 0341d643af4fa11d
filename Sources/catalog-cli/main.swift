import CommandLineKit

Program.main()
