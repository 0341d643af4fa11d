/// The values and rules that a catalog speaks of come with it.
@_exported import CatalogModel
