/// Re-exports the model types of the catalog.
@_exported import CatalogModel
