-- Run once, as a superuser, when the database's volume is empty. docs/settings.md says why.
CREATE ROLE yarnnn_owner LOGIN PASSWORD 'yarnnn_owner';
CREATE ROLE yarnnn_app LOGIN PASSWORD 'yarnnn_app';
CREATE DATABASE yarnnn OWNER yarnnn_owner ENCODING 'UTF8' TEMPLATE template0;
\connect yarnnn
CREATE EXTENSION vector;
