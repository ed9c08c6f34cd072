"""The HTTP and WebSocket server of the environment: ``server --port 8000``."""

import argparse

import uvicorn
from openenv.core.env_server.http_server import create_app

try:
    from ..models import RoostAnswer, RoostObservation
    from .roost_environment import RoostEnvironment
except ImportError:
    from models import RoostAnswer, RoostObservation
    from server.roost_environment import RoostEnvironment

app = create_app(RoostEnvironment, RoostAnswer, RoostObservation, env_name="roost", max_concurrent_envs=8)


def main() -> None:
    """Serve on loopback, unless another address is given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    arguments = parser.parse_args()
    uvicorn.run(app, host=arguments.host, port=arguments.port)


if __name__ == "__main__":
    main()
