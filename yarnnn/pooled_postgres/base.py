"""Django's Postgres, with connections from its pool that are looked at instead of asked.

Every short block takes a connection and gives it back. Django's own check asks the server each
time whether it is still there, and waits for the answer.
"""

import select
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """Postgres behind a pool. Set no CONN_HEALTH_CHECKS with it."""

    def get_new_connection(self, conn_params: Any) -> Any:
        """Take a connection, out of the pool where there is one, whose server is still there.

        An idle connection has nothing to say, unless its server ended it or tells of doing so.
        """
        while True:
            connection = super().get_new_connection(conn_params)
            if not (self.pool and _speaks(connection)):
                return connection
            try:
                ConnectionPool.check_connection(connection)
            except psycopg.OperationalError:
                self.pool.putconn(connection)  # which throws it away
            else:
                return connection


def _speaks(connection: "psycopg.Connection[Any]") -> bool:
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    return bool(waiting.poll(0))
