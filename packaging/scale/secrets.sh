#!/bin/sh
# Makes the secrets of compose.scale.yaml that are not there yet, in the folder beside it: sh packaging/scale/secrets.sh
# tls.crt and tls.key are signed by nobody; put those of your certificate authority in their place.
set -e
umask 077
folder=$(dirname "$0")/secrets
mkdir -p "$folder"
cd "$folder"
draw() { head -c 24 /dev/urandom | base64 | tr '+/' '-_' | tr -d '\n='; }
keep() { [ -e "$1" ] || cat >"$1"; }
draw | keep database-password
draw | keep multiball-password
draw | keep nats-password
printf 'postgres://multiball:%s@postgres:5432/multiball' "$(cat multiball-password)" | keep database-url
printf 'nats://multiball:%s@nats:4222' "$(cat nats-password)" | keep nats-url
printf 'port: 4222\nauthorization { user: multiball, password: "%s" }\n' "$(cat nats-password)" | keep nats-config
[ -e tls.key ] || said=$(openssl req -x509 -newkey rsa:2048 -nodes -days 90 -subj "/CN=${1:-localhost}" -addext "subjectAltName=DNS:${1:-localhost}" -keyout tls.key -out tls.crt 2>&1) || {
  rm -f tls.key
  echo "openssl made no certificate: $said" >&2
  exit 1
}
# Compose mounts the files as they are, for users of the images that are not this one; here the folder keeps others out.
chmod 644 database-url nats-url nats-config database-password multiball-password
chmod 700 .
