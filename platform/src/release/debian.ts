import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../disk/paths'
import { temporaryFolder } from '../disk/temporaryFolder'
import { fetched } from './packages'

interface DebianPackage {
  /** the release as a folder */
  tree: string
  /** where the package goes */
  folder: string
  version: string
  /** as Node calls it */
  cpu: string
  /** of every file, seconds since 1970 */
  time: number
  tool(program: string, args: readonly string[], cwd: string): string
}

/**
 * Debian's own Node.js is too old before Debian 13: the package brings one, as npm has it, that depends on nothing but libc.
 * Raised with each release, for its security fixes.
 */
export const nodeVersion = '24.21.0'
const nodeIntegrity: Record<string, string> = {
  x64: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  arm64: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
}

const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

const control = ({ version, cpu }: DebianPackage, kilobytes: number) => `Package: multiball
Version: ${debianVersion(version)}
Architecture: ${architectures[cpu]}
Maintainer: Multiball contributors <multiball@localhost>
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libstdc++6, adduser, util-linux
Suggests: nginx, postgresql, nats-server
Section: web
Priority: optional
Description: live display boards for pinball venues
 Owners build boards in a dashboard; TVs, video streams and partners' websites
 show the scores ball by ball. The package brings Node.js ${nodeVersion} and a
 PostgreSQL of its own, and needs nothing else.
`

/** Makes the user, and starts the service where systemd runs, unless an admin has switched it off. The settings and the data stay as they are. */
const postinst = `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  getent passwd multiball >/dev/null || adduser --system --group --no-create-home --home /nonexistent --quiet multiball
  install -d -o multiball -g multiball -m 750 /var/lib/multiball
  chgrp multiball /etc/multiball/multiball.env /etc/multiball/bridge.env
  chmod 640 /etc/multiball/multiball.env /etc/multiball/bridge.env
  if deb-systemd-helper --quiet was-enabled multiball.service; then
    deb-systemd-helper enable multiball.service >/dev/null
  else
    deb-systemd-helper update-state multiball.service >/dev/null
  fi
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    deb-systemd-invoke restart multiball.service
  fi
fi
`

const prerm = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then deb-systemd-invoke stop multiball.service 'multiball-bridge@*.service'; fi
`

/** Until a purge it is known whether the service was switched on. A purge removes the settings; games that people played stay until somebody deletes them on purpose. */
const postrm = `#!/bin/sh
set -e
if [ "$1" = purge ]; then deb-systemd-helper purge multiball.service >/dev/null; fi
if [ "$1" = purge ] && [ -d /var/lib/multiball ]; then echo 'The data stays in /var/lib/multiball. Delete it if you want it gone.'; fi
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
`

/** What dpkg runs before and after. */
export const maintainerScripts = { postinst, prerm, postrm }

/** A version as Debian sorts it: what comes before a release is less. */
export const debianVersion = (version: string): string => version.replace('-', '~')

/** Makes multiball_VERSION_ARCHITECTURE.deb of a release: in /opt/multiball, with a Node.js, a user, a service and its settings. */
export function buildDebianPackage(given: DebianPackage): string {
  const { tree, folder, version, cpu, time, tool } = given
  const stage = temporaryFolder('deb')
  try {
    const opt = path.join(stage, 'tree/opt/multiball')
    const place = (file: string, from: string, mode: number) => {
      const target = path.join(stage, 'tree', file)
      mkdirSync(path.dirname(target), { recursive: true })
      cpSync(path.join(root, 'packaging', from), target)
      chmodSync(target, mode)
    }
    mkdirSync(path.dirname(opt), { recursive: true })
    // Not with cpSync, which turns one file with two names into two files.
    tool('cp', ['-a', tree, opt], stage)
    const node = fetched(`node-linux-${cpu}`, { version: nodeVersion, integrity: nodeIntegrity[cpu] }, stage)
    mkdirSync(path.join(opt, 'node/bin'), { recursive: true })
    cpSync(path.join(node, 'bin/node'), path.join(opt, 'node/bin/node'))
    cpSync(path.join(node, 'LICENSE'), path.join(opt, 'node/LICENSE'))
    place('usr/bin/multiball', 'multiball.sh', 0o755)
    place('usr/lib/systemd/system/multiball.service', 'multiball.service', 0o644)
    place('usr/lib/systemd/system/multiball-bridge@.service', 'multiball-bridge@.service', 0o644)
    place('etc/multiball/multiball.env', 'multiball.env', 0o640)
    place('etc/multiball/bridge.env', 'bridge.env', 0o640)
    const scripts = path.join(stage, 'tree/DEBIAN')
    mkdirSync(scripts)
    const kilobytes = Number(tool('du', ['-sk', '--apparent-size', 'tree'], stage).split('\t')[0])
    writeFileSync(path.join(scripts, 'control'), control(given, kilobytes))
    writeFileSync(path.join(scripts, 'conffiles'), '/etc/multiball/multiball.env\n/etc/multiball/bridge.env\n')
    for (const [name, text] of Object.entries(maintainerScripts))
      writeFileSync(path.join(scripts, name), text, { mode: 0o755 })
    tool('find', ['tree', '-exec', 'touch', '-hd', `@${time}`, '{}', '+'], stage)
    chmodSync(path.join(stage, 'tree'), 0o755)
    const file = path.join(folder, `multiball_${debianVersion(version)}_${architectures[cpu]}.deb`)
    tool('env', [`SOURCE_DATE_EPOCH=${time}`, 'dpkg-deb', '-Zxz', '--root-owner-group', '--build', 'tree', file], stage)
    return file
  } finally {
    rmSync(stage, { recursive: true })
  }
}
