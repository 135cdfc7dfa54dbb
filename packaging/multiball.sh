#!/bin/sh
# multiball COMMAND …, with the settings of the package. What works on the server's own files runs as its user; files that root names are root's.
set -e
# A bridge has settings of its own, and needs no server beside it.
[ "${1-}" = bridge ] && exec /opt/multiball/bin/multiball "$@"
export MULTIBALL_ENV=/etc/multiball/multiball.env
case "$(id -u):${1-}:${2-}" in
0:remotes:export) exec /opt/multiball/bin/multiball "$@" ;;
0:start:* | 0:doctor:* | 0:remotes:*)
  export CHANGED_BY="${CHANGED_BY:-${SUDO_USER:-root}@$(uname -n)}"
  exec setpriv --reuid multiball --regid multiball --init-groups /opt/multiball/bin/multiball "$@"
  ;;
0:*) umask 027 && exec /opt/multiball/bin/multiball "$@" ;;
*) exec /opt/multiball/bin/multiball "$@" ;;
esac
