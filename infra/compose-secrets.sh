#!/bin/sh
# Creates the secrets that compose.yaml mounts as files, in infra/secrets or the folder given. Existing ones are kept. Only
# the owner can open the folder; in it, the parts, which are not root, can read the files.
set -eu
# secrets: written by npm run manifests
services="auth reports files notify"
secrets="admin_secret_key signing_key_secret link_secret closure_link_secret unsubscribe_secret"
# end of secrets
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

# Reports once shared the secret of accounts' links. It keeps that one, so that the links in its mails go on working, and accounts
# get another.
if [ -s "$folder/link_secret" ] && [ ! -s "$folder/closure_link_secret" ]; then
  mv "$folder/link_secret" "$folder/closure_link_secret"
fi
keep postgres_password "$(random)"
keep cluster_url "postgres://postgres:$(cat "$folder/postgres_password")@postgres/postgres"
for service in $services; do
  keep "${service}_database_url" "postgres://tma_$service:$(random)@postgres/tma_$service"
done
for secret in $secrets; do
  keep "$secret" "$(random)"
done
echo "The secrets are in $folder. New administrators register with: $(cat "$folder/admin_secret_key")"
