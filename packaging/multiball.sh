#!/bin/sh
# multiball COMMAND …, with the settings of the package. The server's own commands run as its user; files that root names are root's.
set -e
export MULTIBALL_ENV=/etc/multiball/multiball.env
case "$(id -u):${1-}" in
0:start | 0:doctor) exec setpriv --reuid multiball --regid multiball --init-groups /opt/multiball/bin/multiball "$@" ;;
0:*) umask 027 && exec /opt/multiball/bin/multiball "$@" ;;
*) exec /opt/multiball/bin/multiball "$@" ;;
esac
