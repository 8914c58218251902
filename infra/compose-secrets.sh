#!/bin/sh
# Creates the secrets that compose.yaml mounts as files, in infra/secrets or the folder given. Existing ones are kept. Only
# the owner can open the folder; in it, the parts, which are not root, can read the files.
# With PUBLIC_URL in the environment it also begins infra/.env, or the file given second, which compose reads.
set -eu
# secrets: written by npm run manifests
services="auth reports files notify open311"
kafka_users="auth reports files notify open311 tools"
secrets="sms_key admin_secret_key signing_key_secret link_secret closure_link_secret log_key log_files_secret open311_secret unsubscribe_secret"
# end of secrets
folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
chmod 700 "$folder"

# redis-rules: written by npm run manifests
redis_rules() {
  case $1 in
    auth) echo 'tma_auth on resetkeys resetchannels -@all ~limit:auth:* ~session:ended:* ~session:seen:* &sessions:ended +@read +@write +@connection +@pubsub +@scripting +@transaction -@dangerous -@admin -scan -randomkey -dbsize +info' ;;
    reports) echo 'tma_reports on resetkeys resetchannels -@all ~limit:reports:* %R~session:ended:* ~session:seen:* &sessions:ended +@read +@write +@connection +@pubsub +@scripting +@transaction -@dangerous -@admin -scan -randomkey -dbsize +info -publish' ;;
    files) echo 'tma_files on resetkeys resetchannels -@all ~limit:files:* %R~session:ended:* ~session:seen:* &sessions:ended +@read +@write +@connection +@pubsub +@scripting +@transaction -@dangerous -@admin -scan -randomkey -dbsize +info -publish' ;;
    notify) echo 'tma_notify on resetkeys resetchannels -@all ~limit:notify:* %R~session:ended:* ~session:seen:* &sessions:ended +@read +@write +@connection +@pubsub +@scripting +@transaction -@dangerous -@admin -scan -randomkey -dbsize +info -publish' ;;
    open311) echo 'tma_open311 on resetkeys resetchannels -@all ~limit:open311:* %R~session:ended:* ~session:seen:* &sessions:ended +@read +@write +@connection +@pubsub +@scripting +@transaction -@dangerous -@admin -scan -randomkey -dbsize +info -publish' ;;
  esac
}
# end of redis-rules

# 32 random bytes in base64url.
random() { head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n'; }

keep() {
  [ -s "$folder/$1" ] && return
  printf '%s' "$2" >"$folder/$1"
  chmod 444 "$folder/$1"
}

# The key that makes administrators is shown when it is made, and not again: logs and terminals keep what is printed.
key=
[ -s "$folder/admin_secret_key" ] || key=new
keep postgres_password "$(random)"
keep cluster_url "postgres://postgres:$(cat "$folder/postgres_password")@postgres/postgres"
for service in $services; do
  keep "${service}_database_url" "postgres://tma_$service:$(random)@postgres/tma_$service"
  keep "${service}_redis_url" "redis://tma_$service:$(random)@redis:6379"
done
for user in $kafka_users; do
  keep "${user}_kafka_password" "$(random)"
done
# The users of Redis follow from the URLs. Who names no user may ask whether it is there, and nothing else.
rm -f "$folder/redis_users"
{
  echo 'user default reset on nopass -@all +ping'
  for service in $services; do
    password=$(sed 's/.*:\(.*\)@.*/\1/' "$folder/${service}_redis_url")
    echo "user $(redis_rules "$service") >$password"
  done
} >"$folder/redis_users"
chmod 444 "$folder/redis_users"
for secret in $secrets; do
  keep "$secret" "$(random)"
done
settings=${2:-$(dirname "$0")/.env}
if [ -n "${PUBLIC_URL:-}" ] && [ ! -e "$settings" ]; then
  # The mail server's password is added to it, among others: for its owner alone.
  umask 077
  # To Caddy a slash behind it would be the only path that it serves.
  echo "PUBLIC_URL=${PUBLIC_URL%/}" >"$settings"
  # TLS is the edge's: the gateway's own port is for this machine alone.
  case $PUBLIC_URL in https://*) printf 'COMPOSE_PROFILES=edge\nLISTEN=127.0.0.1\n' >>"$settings" ;; esac
  echo "The settings begin in $settings."
fi
echo "The secrets are in $folder."
[ -z "$key" ] || echo "New administrators register with: $(cat "$folder/admin_secret_key")"
