"""Text games for other projects' evaluation and training programs; each module needs the package in its name.

These packages are large and change often, so they are no extras of Roost: install the one that you use beside Roost.
"""
