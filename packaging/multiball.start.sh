#!/bin/sh
# With the Node.js that lies beside it, if there is one, else with the one that is installed.
folder=$(dirname "$(dirname "$(readlink -f "$0")")")
node="$folder/node/bin/node"
[ -x "$node" ] || node=node
exec "$node" "$folder/bin/multiball.mjs" "$@"
