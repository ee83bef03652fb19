"""The page: combin in a browser, as one folder of files that any host serves and no server answers for."""
