"""The API's operations, one module for each kind of resource."""
