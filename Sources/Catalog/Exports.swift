/// The values and rules of a catalog come with it.
@_exported import CatalogModel
