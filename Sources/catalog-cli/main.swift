import CatalogSources

// The helper process for images starts this program again. It must load as little as possible.
ImageHelper.runIfAsked(CommandLine.arguments)
Program.main()
