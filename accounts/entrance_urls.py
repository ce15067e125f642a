"""Signing up and in: django-allauth's addresses, some of them with views of our own."""

from django.urls import include, path

from accounts.views import entrance

urlpatterns = [
    path("signup/", entrance.sign_up, name="account_signup"),
    path("login/", entrance.sign_in, name="account_login"),
    path("password/reset/", entrance.forgot_password, name="account_reset_password"),
    path("", include("allauth.urls")),
]
