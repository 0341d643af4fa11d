/// Code that uses the lists also needs the catalog.
@_exported import Catalog
