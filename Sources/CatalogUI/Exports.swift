/// The catalog that is shown comes with its lists.
@_exported import Catalog
