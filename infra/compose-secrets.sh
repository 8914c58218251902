#!/bin/sh
# Makes the secrets that compose.yaml hands to the parts as files: infra/secrets, or the folder named. Those that are
# there already stay. The folder is closed to everybody else; the files in it can be read by the parts, who are not root.
set -eu
folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
chmod 700 "$folder"

# 32 random bytes in base64url.
random() { head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n'; }

keep() {
  [ -s "$folder/$1" ] && return
  printf '%s' "$2" >"$folder/$1"
  chmod 444 "$folder/$1"
}

keep postgres_password "$(random)"
keep cluster_url "postgres://postgres:$(cat "$folder/postgres_password")@postgres/postgres"
for service in auth reports files notify; do
  keep "${service}_database_url" "postgres://tma_$service:$(random)@postgres/tma_$service"
done
keep admin_secret_key "$(random)"
keep signing_key_secret "$(random)"
keep unsubscribe_secret "$(random)"
echo "The secrets are in $folder. New administrators register with: $(cat "$folder/admin_secret_key")"
