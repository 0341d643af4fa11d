/// Makes the types of CatalogModel available to clients that import Catalog.
@_exported import CatalogModel
