"""Start Roost below the path that Home Assistant gives this add-on."""

import json
import os
from pathlib import Path
from urllib.request import Request, urlopen

SUPERVISOR = os.environ.get("SUPERVISOR", "http://supervisor")


def settings() -> dict[str, str]:
    """Return the settings that follow from the add-on's path and options."""
    headers = {"Authorization": f"Bearer {os.environ['SUPERVISOR_TOKEN']}"}
    with urlopen(Request(f"{SUPERVISOR}/addons/self/info", headers=headers), timeout=30) as answer:
        path = json.load(answer)["data"]["ingress_entry"]
    options = json.loads(Path(os.environ.get("OPTIONS", "/data/options.json")).read_text(encoding="utf-8"))
    return {
        "ROOST_PUBLIC_URL": path,
        "ROOST_ALLOWED_HOSTS": options["allowed_hosts"],
        "ROOST_TRUSTED_PROXIES": "172.30.32.2",  # the supervisor's fixed address
    }


os.execvpe("roost", ["roost", "serve"], os.environ | settings())
