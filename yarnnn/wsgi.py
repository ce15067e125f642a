"""The WSGI application that yarnnn.serving serves."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")
application = get_wsgi_application()
# All views are loaded now, not at a worker's first request.
_ = get_resolver().url_patterns
