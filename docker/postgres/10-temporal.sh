#!/bin/sh
# Run once, when the data folder is new: Temporal gets a role and two databases of its own, apart from memory.
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username postgres <<'SQL'
\getenv password TEMPORAL_PASSWORD
CREATE ROLE temporal LOGIN PASSWORD :'password';
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
REVOKE CONNECT ON DATABASE temporal, temporal_visibility FROM PUBLIC;
SQL
