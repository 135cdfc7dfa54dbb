#!/bin/sh
# On the first start of PostgreSQL: the role that Multiball works as, and its database.
set -e
psql --username postgres --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/multiball-password)" <<'SQL'
create role multiball login password :'password';
create database multiball owner multiball;
SQL
