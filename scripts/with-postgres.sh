#!/usr/bin/env bash
# Runs a command against a PostgreSQL server of its own, which is gone when the command ends:
#
#   scripts/with-postgres.sh npm test -- --postgres
#
# The command finds the server's address in TEST_DATABASE_URL.
# Needs PostgreSQL's server programs, in PATH or where Debian puts them. Where the server cannot be started
# it prints one line, `SKIPPED native PostgreSQL: <why>`, and exits 75.
# POSTGRES_OPTIONS adds server options, such as `-c fsync=off` for tests that need no durability.
set -euo pipefail

skip() {
  echo "SKIPPED native PostgreSQL: $1"
  exit 75
}

find_programs() {
  local candidate
  for candidate in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -rV) "$(dirname "$(command -v postgres || true)")"; do
    if [ -x "$candidate/initdb" ] && [ -x "$candidate/pg_ctl" ]; then
      echo "$candidate"
      return
    fi
  done
}

# PostgreSQL refuses to run as root.
as_server_user() {
  if [ "$(id -u)" -ne 0 ]; then "$@"
  elif command -v runuser >/dev/null; then runuser -u postgres -- "$@"
  elif command -v setpriv >/dev/null; then setpriv --reuid=postgres --regid=postgres --init-groups -- "$@"
  else su -s /bin/sh postgres -c 'exec "$0" "$@"' -- "$@"
  fi
}

free_port() {
  node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

[ $# -gt 0 ] || { echo "usage: $0 COMMAND [ARGUMENT...]" >&2; exit 2; }

programs="$(find_programs)"
[ -n "$programs" ] || skip 'its server programs are not installed (Debian: apt-get install postgresql)'
if [ "$(id -u)" -eq 0 ] && ! id postgres >/dev/null 2>&1; then skip 'there is no user postgres to run it as'; fi

folder="$(mktemp -d "${TMPDIR:-/tmp}/pg-XXXXXX")"
command_pid=''

cleanup() {
  local status=$?
  trap - EXIT INT TERM HUP
  if [ -n "$command_pid" ]; then kill "$command_pid" 2>/dev/null || true; fi
  if [ -f "$folder/data/postmaster.pid" ]; then
    (cd / && as_server_user "$programs/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1) || true
  fi
  rm -rf "$folder"
  exit "$status"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

password="$(node -p 'require("crypto").randomBytes(16).toString("hex")')"
port="$(free_port)"
printf '%s\n' "$password" >"$folder/password"
chmod 700 "$folder"
if [ "$(id -u)" -eq 0 ]; then chown -R postgres "$folder"; fi

(cd / && as_server_user "$programs/initdb" -D "$folder/data" -U postgres -E UTF8 --locale=C.UTF-8 \
  --auth=scram-sha-256 --pwfile="$folder/password" >"$folder/initdb.log" 2>&1) ||
  { tail -n 5 "$folder/initdb.log" >&2; skip 'initdb failed'; }

(cd / && as_server_user "$programs/pg_ctl" -D "$folder/data" -l "$folder/data/server.log" -w -t 60 \
  -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories= ${POSTGRES_OPTIONS:-}" start >/dev/null) ||
  { tail -n 5 "$folder/data/server.log" >&2; skip 'the server did not start'; }

export TEST_DATABASE_URL="postgresql://postgres:$password@127.0.0.1:$port/postgres"

# In the background, because bash runs a trap only between commands, and `wait` can be interrupted.
"$@" &
command_pid=$!
status=0
wait "$command_pid" || status=$?
command_pid=''
exit "$status"
