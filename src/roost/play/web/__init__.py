"""The browser side of Roost: what a server sends so that people can play in a browser.

Everything below ``static/`` is sent as it is written: native ES modules, stylesheets and drawings, with no build step.
:mod:`roost.play.web.assets` finds it, :mod:`roost.play.web.pages` names the addresses that people see.
"""
