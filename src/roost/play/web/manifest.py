"""The web app manifest, which devices need to put the page on the home screen."""

import json

from roost.core.words import Language, page_catalogue
from roost.play.web.assets import assets


def manifest(language: Language, folder: str = "/") -> bytes:
    """Return the manifest for a page in this folder, such as ``/``; ``./`` is the manifest's own."""
    messages = page_catalogue(language)

    def icon(name: str, kind: str, sizes: str, **more: str) -> dict[str, str]:
        return {"src": folder + assets().address(name).lstrip("/"), "type": kind, "sizes": sizes, **more}

    content = {
        "id": folder,
        "name": messages["common.title"].other,
        "short_name": "Roost",
        "description": messages["common.description"].other,
        "lang": language.value,
        "start_url": folder,
        "scope": folder,
        "display": "standalone",
        "background_color": "#f6efe2",
        "theme_color": "#f6efe2",
        "categories": ["games"],
        "icons": [
            icon("art/icon.svg", "image/svg+xml", "any"),
            icon("art/icon-192.png", "image/png", "192x192"),
            icon("art/icon-512.png", "image/png", "512x512"),
            icon("art/icon-whole.png", "image/png", "512x512", purpose="maskable"),
        ],
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
