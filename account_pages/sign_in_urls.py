"""Signing up and in: django-allauth's addresses, some of them with views of our own."""

from django.urls import include, path

from account_pages import sign_in

urlpatterns = [
    path("signup/", sign_in.sign_up, name="account_signup"),
    path("login/", sign_in.sign_in, name="account_login"),
    path("password/reset/", sign_in.forgot_password, name="account_reset_password"),
    path("", include("allauth.urls")),
]
