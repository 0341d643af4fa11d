/// Clients of the lists also need the catalog.
@_exported import Catalog
