"""The API's operations, by resource."""
