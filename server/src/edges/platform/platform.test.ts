import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { changeRegistry } from '@multiball/platform/registry'
import {
  listOf,
  PlatformChanged,
  PlatformFailure,
  PlatformState,
  type PlatformChange,
  type Registry,
  type RemoteVersion,
} from '@multiball/shared/schema'
import Fastify, { type FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { readConfig } from '../../ground/process/config'
import { registryStore } from '../../ground/registry/registry.store'
import { buildTestApp, call, makeUser, useTestDatabase } from '../../testing'
import { pagesRoutes } from '../pages/pages.routes'
import { RegistryHistory } from './history'
import { platformRoutes } from './platform.routes'
import { loadedWithin, Platform, type ReportedFailure, type ReportedHealth } from './platform.service'
import { Reviews } from './reviews.service'
import { Stacks } from './stacks'

const database = useTestDatabase()
let folder: string
let app: FastifyInstance
let maria: Awaited<ReturnType<typeof makeUser>>
let health: ReportedHealth[]
let failures: ReportedFailure[]

const version = (day: number): RemoteVersion => ({
  entry: { src: '/r/mf-xy/1.0.0/entry.js', integrity: `sha384-${'A'.repeat(64)}` },
  exposes: {},
  requires: { shared: '^1.0.0', react: '^19.0.0' },
  routes: [],
  publishedAt: `2026-01-0${day}T00:00:00Z`,
})

const withRemote =
  (change: (remote: Registry['remotes'][string]) => Partial<Registry['remotes'][string]>) => (registry: Registry) => {
    const remote = registry.remotes['mf-xy'] ?? { enabled: true, active: '1.0.0', versions: {} }
    return { ...registry, remotes: { ...registry.remotes, 'mf-xy': { ...remote, ...change(remote) } } }
  }
const publish = (name: string, day: number) =>
  withRemote(({ active, versions }) => ({
    active: name,
    versions: { ...versions, [name]: version(day) },
    ...(versions[active] && { lastGood: active }),
  }))

beforeEach(async () => {
  const { db } = database
  folder = mkdtempSync(path.join(tmpdir(), 'multiball-platform-'))
  health = []
  failures = []
  const registry = registryStore(folder)
  const history = new RegistryHistory(folder)
  const platform = new Platform({
    deployFolder: folder,
    registry,
    history,
    readHealth: async () => health,
    loadBounds: [100, 250, 500],
  })
  app = await buildTestApp(db, [
    platformRoutes({
      db,
      platform,
      history,
      reviews: new Reviews({ db, registry, publicUrl: '' }),
      stacks: new Stacks(folder),
      listFailures: async () => ({ count: failures.length, rows: failures }),
    }),
  ])
  maria = await makeUser(db, { is_operator: true })
  mkdirSync(path.join(folder, 'r/mf-xy/1.0.0'), { recursive: true })
  writeFileSync(path.join(folder, 'r/mf-xy/1.0.0/entry.js'), '')
  await changeRegistry(folder, publish('1.0.0', 1), 'ci')
  await changeRegistry(folder, publish('1.1.0', 2), 'ci')
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const state = async () =>
  v.parse(PlatformState, (await call(app, 'GET', '/api/platform/', { token: maria.token })).body)
const change = (body: Partial<PlatformChange>, token = maria.token) =>
  call(app, 'POST', '/api/platform/changes/', { token, body })
const audit = async () =>
  v
    .parse(listOf(PlatformChanged), (await call(app, 'GET', '/api/platform/changes/', { token: maria.token })).body)
    .results.map(({ rev, changed_by, name, changes }) => [rev, changed_by, name, changes.join('; ')])
const stored = () => JSON.parse(readFileSync(path.join(folder, 'registry.json'), 'utf8')) as Registry

test('PLT-02 an operator sees what runs, who published it, and how each version does', async () => {
  health = [
    { remote: 'mf-xy', version: '1.1.0', visits: 40, failed: 3, loads: [10, 25, 5] },
    { remote: 'mf-gone', version: '9.0.0', visits: 1, failed: 1, loads: [] },
  ]
  const given = { kept: 2, enabled: true, active: '1.1.0', canary: null, rolls_back_to: '1.0.0' }
  expect(await state()).toEqual({
    rev: 2,
    parts: [
      {
        name: 'mf-xy',
        ...given,
        versions: [
          {
            version: '1.1.0',
            published_at: '2026-01-02T00:00:00.000Z',
            published_by: 'ci',
            standing: 'active',
            visits: 40,
            failed: 3,
            loaded_ms: 250,
          },
          {
            version: '1.0.0',
            published_at: '2026-01-01T00:00:00.000Z',
            published_by: 'ci',
            standing: 'previous',
            visits: 0,
            failed: 0,
            loaded_ms: null,
          },
        ],
      },
    ],
  })
})

test('PLT-05 a first version that no visitor gets yet is a stored one', async () => {
  await changeRegistry(
    folder,
    (registry) => ({
      ...registry,
      remotes: {
        'mf-new': { ...registry.remotes['mf-xy']!, enabled: false, lastGood: registry.remotes['mf-xy']!.active },
      },
    }),
    'ci',
  )
  expect((await state()).parts[0]).toMatchObject({
    name: 'mf-new',
    enabled: false,
    rolls_back_to: null,
    versions: [{ version: '1.1.0', standing: 'stored' }, { standing: 'stored' }],
  })
})

test('PLT-02 a rollback is one call, in the file that all servers and the command line read, and the audit has who did it', async () => {
  const answer = await change({ rev: 2, name: 'mf-xy', action: 'rollback' })
  expect([answer.status, v.parse(PlatformState, answer.body).parts[0]]).toEqual([
    200,
    expect.objectContaining({ active: '1.0.0', rolls_back_to: null }),
  ])
  expect(stored()).toMatchObject({ rev: 3, remotes: { 'mf-xy': { active: '1.0.0' } } })
  expect(await audit()).toEqual([
    [3, maria.username, 'mf-xy', 'active 1.0.0, before 1.1.0'],
    [2, 'ci', 'mf-xy', 'published 1.1.0; active 1.1.0, before 1.0.0'],
    [1, 'ci', 'mf-xy', 'published 1.0.0; active 1.0.0'],
  ])
})

test('PLT-04 a revision that cannot be read any more is missing in the history, and nothing else is', async () => {
  await changeRegistry(folder, publish('1.2.0', 3), 'ci')
  writeFileSync(path.join(folder, 'revs/2.json'), '{"rev":2,')
  expect((await state()).rev).toBe(3)
  expect((await audit()).map(([rev]) => rev)).toEqual([3, 1])
  expect((await change({ rev: 3, name: 'mf-xy', action: 'rollback' })).status).toBe(200)
})

test('PLT-02 a canary gets a share, another one, and is taken back; a remote is switched off and on', async () => {
  await changeRegistry(
    folder,
    withRemote(({ versions }) => ({ versions: { ...versions, '1.2.0': version(3) } })),
    'ci',
  )
  const steps: [Partial<PlatformChange>, string][] = [
    [{ action: 'promote', version: '1.2.0', percent: 5 }, 'canary 1.2.0 for 5 %'],
    [{ action: 'promote', version: '1.2.0', percent: 50 }, 'canary 1.2.0 for 50 %'],
    [{ action: 'rollback' }, 'canary 1.2.0 taken back'],
    [{ action: 'disable' }, 'switched off'],
    [{ action: 'enable' }, 'switched on'],
  ]
  for (const [at, [step, told]] of steps.entries()) {
    expect((await change({ rev: 3 + at, name: 'mf-xy', ...step })).status).toBe(200)
    expect((await audit())[0]).toEqual([4 + at, maria.username, 'mf-xy', told])
  }
})

test('PLT-09 who decided on what is no more the case is told so, and nothing is changed; of several at once one is', async () => {
  const sentence = { detail: expect.stringMatching(/^Something else was changed meanwhile/) }
  expect(await change({ rev: 1, name: 'mf-xy', action: 'rollback' })).toMatchObject({ status: 409, body: sentence })
  const answers = await Promise.all(
    ['rollback', 'disable', 'enable', 'disable', 'enable', 'disable'].map((action) =>
      change({ rev: 2, name: 'mf-xy', action: action as 'enable' }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  expect(stored().rev).toBe(3)
})

test.each<[string, Partial<PlatformChange>, number]>([
  ['a version that was never published', { action: 'promote', version: '9.0.0' }, 409],
  ['no version', { action: 'promote' }, 409],
  ['a remote that is not there', { name: 'mf-nothing', action: 'disable' }, 409],
  ['a share of more than all', { action: 'promote', version: '1.0.0', percent: 101 }, 400],
  ['another action', { action: 'publish' as 'promote' }, 400],
  ['a name that is a path', { name: '../mf-xy' as 'mf-xy', action: 'rollback' }, 400],
])('PLT-02 %s is refused, and changes nothing', async (_what, body, status) => {
  expect((await change({ rev: 2, name: 'mf-xy', ...body })).status).toBe(status)
  expect(stored().rev).toBe(2)
})

test('PLT-02 SHP-14 a rollback to a version with a missing file is refused with the file, and changes nothing', async () => {
  const file = path.join(folder, 'r/mf-xy/1.0.0/entry.js')
  rmSync(file)
  expect(await change({ rev: 2, name: 'mf-xy', action: 'rollback' })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining(`${file} is missing: mf-xy 1.0.0 would not run.`) },
  })
  expect(stored().rev).toBe(2)
})

test('PLT-03 a failure is shown with the place in the sources of that very version; the maps are not sent to anyone', async () => {
  const place = path.join(folder, 'maps/mf-xy/1.1.0')
  mkdirSync(place, { recursive: true })
  // Column 11 of line 1 is column 5 of line 42.
  writeFileSync(
    path.join(place, '12.abc.js.map.gz'),
    gzipSync(JSON.stringify({ version: 3, sources: ['mf-xy/src/pages/Page.tsx'], names: [], mappings: 'UAyCI' })),
  )
  const frames = ['1.1.0', '1.0.0'].map((name) => ({ file: `mf-xy/${name}/12.abc.js`, line: 1, column: 14 }))
  failures = [
    {
      remote: 'mf-xy',
      version: '1.1.0',
      code: 'REMOTE_THREW',
      day: '2026-01-03',
      count: 2,
      message: 'scores is not iterable',
      frames,
    },
  ]
  const shown = v.parse(
    listOf(PlatformFailure),
    (await call(app, 'GET', '/api/platform/failures/', { token: maria.token })).body,
  ).results[0]!
  expect(shown).toEqual({
    ...failures[0],
    frames: [
      { ...frames[0], source: { file: 'mf-xy/src/pages/Page.tsx', line: 42, column: 5 } },
      { ...frames[1], source: null },
    ],
  })
  const pages = Fastify()
  await pages.register(pagesRoutes({ deployFolder: folder, config: readConfig({}).pages }))
  for (const url of [
    '/maps/mf-xy/1.1.0/12.abc.js.map.gz',
    '/r/../maps/mf-xy/1.1.0/12.abc.js.map.gz',
    '/r/%2e%2e/maps/mf-xy/1.1.0/12.abc.js.map',
    '/r/mf-xy/1.1.0/12.abc.js.map',
  ]) {
    expect([url, (await pages.inject(url)).statusCode]).toEqual([url, 404])
  }
  await pages.close()
})

test.each<[number[], number | null]>([
  [[], null],
  [[0, 0, 0], null],
  [[4, 0, 0], 100],
  [[3, 1, 0], 100],
  [[2, 1, 1], 250],
  [[0, 0, 9], 500],
])('%j visits were loaded within %j ms', (loads, within) => {
  expect(loadedWithin(loads, [100, 250, 500])).toBe(within)
})
