"""The pages about models; they stand among the settings."""

from django.urls import path

from memories.pages.models import connecting as model_connecting
from memories.pages.models import settings as model_settings

urlpatterns = [
    path("settings/model", model_settings.model, name="model"),
    path("settings/model/requests", model_settings.requests, name="model_requests"),
    path("settings/model/connect", model_connecting.connect, name="model_connect"),
    path("settings/model/test", model_connecting.test, name="model_test"),
    path("settings/model/<uuid:pk>/standard", model_connecting.standard, name="model_standard"),
    path(
        "settings/model/<uuid:pk>/disconnect", model_connecting.disconnect, name="model_disconnect"
    ),
    path("settings/model/learn", model_settings.learn, name="model_learn"),
]
