#!/bin/sh
# Brings both databases of Temporal to the schema of this version; run again it changes nothing.
set -eu
for database in temporal temporal_visibility; do
  folder=${database#temporal_}
  set -- --plugin postgres12 --endpoint postgres --port 5432 --user temporal --database "$database"
  temporal-sql-tool "$@" setup-schema --version 0.0
  temporal-sql-tool "$@" update-schema --schema-dir "/etc/temporal/schema/postgresql/v12/$folder/versioned"
done
