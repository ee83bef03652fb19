"""The audit of a document: claims as data, computed exactly and compared with what is printed."""
