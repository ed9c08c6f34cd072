"""The API, resource by resource."""
