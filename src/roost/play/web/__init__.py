"""The page: the files that a server sends so that people can play in a browser.

The folder ``static`` holds native ES modules, stylesheets and drawings, which need no build step.
:mod:`roost.play.web.assets` serves them, and :mod:`roost.play.web.pages` lists the page addresses.
"""
