#!/bin/sh
# The root file system of the image, of Debian's packages but without what nobody runs in it: sh packaging/image.root.sh FOLDER amd64|arm64
# Runs as root on Debian, for either processor. Node and the release are added to it.
set -e
folder=$1
architecture=$2
[ "$architecture" = "$(dpkg --print-architecture)" ] || dpkg --add-architecture "$architecture"
apt-get -qq update
downloads=$(mktemp -d)
cd "$downloads"
mkdir -p "$folder/var/lib/dpkg/status.d"
# PostgreSQL's programs call a shell, which also is there for whoever looks after a container.
apt-get -qq -o APT::Sandbox::User=root download base-files "libc6:$architecture" "libgcc-s1:$architecture" "libstdc++6:$architecture" "busybox:$architecture"
for package in *.deb; do
  dpkg-deb -x "$package" "$folder"
  # Where scanners look for the packages of images without a package manager.
  dpkg-deb -f "$package" >"$folder/var/lib/dpkg/status.d/$(dpkg-deb -f "$package" Package)"
done
rm -r "$downloads"
cd "$folder"
# Only iconv() needs gconv; PostgreSQL and Node convert by themselves.
rm -r usr/lib/*/gconv usr/share/man usr/share/gdb usr/share/gcc usr/share/lintian
find usr/share/doc -type f ! -name copyright -delete
for name in sh cat cp date df dirname du env find grep head id kill ls mkdir more mv ps readlink rm sed sleep sort tail tar top uname wc wget; do ln -s /bin/busybox "bin/$name"; done
ln -s /bin/busybox usr/bin/env
# PostgreSQL asks who runs it.
printf 'root:x:0:0:root:/root:/bin/sh\nmultiball:x:10001:10001::/data:/bin/sh\n' >etc/passwd
printf 'root:x:0:\nmultiball:x:10001:\n' >etc/group
printf 'passwd: files\ngroup: files\nhosts: files dns\n' >etc/nsswitch.conf
mkdir -p usr/local/bin opt
