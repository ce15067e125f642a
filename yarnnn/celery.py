"""The task queue. Messages are only nudges: the truth about work is in the database."""

import os
import warnings
from typing import Any

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import celeryd_init, setup_logging, worker_ready

from web import periodic
from yarnnn.niceness import step_back

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

EMBED_NICENESS = 10

app = Celery("yarnnn")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    beat_schedule=periodic.SCHEDULE,
    task_default_queue="default",
    task_ignore_result=True,
    # A worker that dies in the middle gives its task back.
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    worker_enable_remote_control=False,
    worker_send_task_events=False,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    # Who sends a nudge must not wait for a broker that is gone or stuck: the sweeper finds the
    # work in the database without it.
    task_publish_retry=False,
    broker_connection_timeout=0.5,
    broker_transport_options={
        "socket_connect_timeout": 0.5,
        "socket_timeout": 0.5,
        "max_retries": 0,
    },
)
app.autodiscover_tasks()


@celeryd_init.connect
def prepare_worker(conf: Any, **_: Any) -> None:
    """A worker waits for its messages, unlike those who send them; without a broker it ends."""
    # Root owns the machine already; messages are JSON, which runs nothing.
    warnings.filterwarnings("ignore", category=SecurityWarning)
    conf.broker_transport_options = {
        "socket_connect_timeout": 5,
        "socket_timeout": 30,
        # Longer than the longest task. A task lost with its whole worker is found by the sweeper
        # much sooner than this; kombu's own search for it is the second net.
        "visibility_timeout": 3600,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
    }
    # One that connects again to a broker that came and went several times may wait for messages
    # for ever (kombu forgets to ask for them). A new process, which `up` or the container's
    # restart policy starts, does not; it may wait for its broker as long as it likes.
    conf.broker_connection_retry = False


@worker_ready.connect
def let_others_go_first(sender: Any, **_: Any) -> None:
    """Nobody waits for vectors: whoever saves or asks goes first. Until it is up, it hurries."""
    if set(sender.app.amqp.queues.consume_from) == {"embed"}:
        step_back(EMBED_NICENESS)


@setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Keep Celery from setting up logging of its own: ours is free of content."""
