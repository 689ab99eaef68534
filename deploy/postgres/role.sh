#!/bin/sh
# The role of the running program, which owns nothing (docs/adr/0052-two-roles.md). The image runs this once, on an empty volume; on one from
# before: docker compose exec postgres sh /docker-entrypoint-initdb.d/role.sh
set -e
psql --set ON_ERROR_STOP=1 --set password="$POSTGRES_APP_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role stablegate_app login password :'password';
SQL
