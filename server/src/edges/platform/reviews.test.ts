import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { changeRegistry } from '@multiball/platform/registry'
import {
  listOf,
  NewReviewLink,
  PlatformChanged,
  ReviewLinks,
  type Registry,
  type RemoteVersion,
} from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { readConfig } from '../../ground/process/config'
import { StartError } from '../../ground/process/startError'
import { registryStore } from '../../ground/registry/registry.store'
import { buildTestApp, call, makeUser, useTestDatabase } from '../../testing'
import { RegistryHistory } from './history'
import { platformRoutes } from './platform.routes'
import { Platform } from './platform.service'
import { reviewCommand, usage } from './reviewCommand'
import { reviewsRoutes } from './reviews.routes'
import { Reviews } from './reviews.service'
import { removeOldReviewLinks } from './reviews.store'
import { readReview, signReview } from './reviewTokens'
import { Stacks } from './stacks'

const dayMs = 86_400_000
const key = Buffer.alloc(32, 1)
const at = Date.parse('2026-01-01T00:00:00Z')
const said = { id: 7, remote: 'mf-xy', version: '1.2.0-ab12cd34', expiresAt: new Date(at + dayMs) }

describe('PLT-07 a link', () => {
  const link = signReview(key, said)
  const [body = '', signed = ''] = link.split('.')
  const saying = (fields: object) => `${Buffer.from(JSON.stringify(fields)).toString('base64url')}.${signed}`
  test.each<[string, string, unknown]>([
    ['as it was made', link, said],
    ['for another version', saying([7, at / 1000 + 86_400, 'mf-xy', '9.9.9']), 'unknown'],
    ['for longer', saying([7, at / 1000 + 8_640_000, 'mf-xy', '1.2.0-ab12cd34']), 'unknown'],
    ['of another server', signReview(Buffer.alloc(32, 2), said), 'unknown'],
    ['of which the end is missing', link.slice(0, -1), 'unknown'],
    ['with something behind it', `${link}.`, 'unknown'],
    ['with a signature spelt otherwise', `${body}.${signed}=`, 'unknown'],
    ['without a signature', body, 'unknown'],
    ['that is empty', '', 'unknown'],
    ['that has expired', signReview(key, { ...said, expiresAt: new Date(at) }), 'expired'],
  ])('%s', (_what, given, expected) => expect(readReview(key, given, at)).toEqual(expected))
})

const database = useTestDatabase()
let folder: string
let app: FastifyInstance
let reviews: Reviews
let now: number
let maria: Awaited<ReturnType<typeof makeUser>>

const version = (fields: Partial<RemoteVersion> = {}): RemoteVersion => ({
  entry: { src: '/r/mf-xy/1.0.0/entry.js', integrity: `sha384-${'A'.repeat(64)}` },
  exposes: {},
  requires: { shared: '^1.0.0', react: '^19.0.0' },
  routes: [{ path: '/xy', expose: './routes' }],
  publishedAt: '2026-01-01T00:00:00Z',
  ...fields,
})
const shell = {
  active: '1.0.0',
  versions: {
    '1.0.0': {
      assets: { scripts: [], preload: [], styles: [] },
      provides: { shell: '1.0.0', shared: '1.0.0', react: '19.3.1' },
      publishedAt: '2026-01-01T00:00:00Z',
    },
  },
}
const start = (): Registry => ({
  rev: 0,
  shell,
  remotes: {
    'mf-xy': {
      enabled: true,
      active: '1.0.0',
      versions: {
        '1.0.0': version(),
        '1.1.0': version(),
        '2.0.0': version({ requires: { shared: '^2.0.0', react: '^19.0.0' } }),
      },
    },
    'mf-new': { enabled: false, active: '1.0.0', lastGood: '1.0.0', versions: { '1.0.0': version() } },
    'mf-off': { enabled: false, active: '1.0.0', versions: { '1.0.0': version(), '1.1.0': version() } },
  },
})

beforeEach(async () => {
  const { db } = database
  folder = mkdtempSync(path.join(tmpdir(), 'multiball-reviews-'))
  now = Date.now()
  await db.deleteFrom('review_links').execute()
  const registry = registryStore(folder)
  const history = new RegistryHistory(folder)
  const platform = new Platform({
    deployFolder: folder,
    registry,
    history,
    readHealth: async () => [],
    loadBounds: [100],
  })
  reviews = new Reviews({ db, registry, publicUrl: 'https://boards.example.com', now: () => now })
  app = await buildTestApp(db, [
    platformRoutes({
      db,
      platform,
      history,
      reviews,
      stacks: new Stacks(folder),
      listFailures: async () => ({ count: 0, rows: [] }),
    }),
    reviewsRoutes({ db, reviews }),
  ])
  maria = await makeUser(db, { is_operator: true })
  await changeRegistry(folder, start, 'ci')
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const address = '/api/platform/reviews/'
const ask = (body: object, token = maria.token) => call(app, 'POST', address, { token, body })
const make = async (body: object = { name: 'mf-xy', version: '1.1.0' }) =>
  v.parse(NewReviewLink, (await ask(body)).body)
const linkOf = ({ url }: NewReviewLink) => new URL(url).searchParams.get('link')!
const list = async () => v.parse(ReviewLinks, (await call(app, 'GET', address, { token: maria.token })).body).links

test('PLT-05 an operator makes a link that opens for a week, and is told it once', async () => {
  const made = await make()
  expect(made.url).toMatch(/^https:\/\/boards\.example\.com\/review\?link=[\w-]+\.[\w-]{43}$/)
  expect(made).toMatchObject({
    name: 'mf-xy',
    version: '1.1.0',
    made_by: maria.username,
    expires_at: new Date(Math.floor((now + 7 * dayMs) / 1000) * 1000).toISOString(),
  })
  const { url: _told, ...shown } = made
  expect(await list()).toEqual([shown])
  expect(await reviews.read(linkOf(made))).toMatchObject({ remote: 'mf-xy', version: '1.1.0' })
  now += 7 * dayMs
  expect([await reviews.read(linkOf(made)), await list()]).toEqual(['expired', []])
})

test('PLT-05 a first version that no visitor gets yet has a link, too', async () => {
  expect(await make({ name: 'mf-new', version: '1.0.0' })).toMatchObject({ name: 'mf-new', version: '1.0.0' })
})

test('PLT-05 PLT-07 it is withdrawn, and the history has who made and who withdrew it, among what was changed', async () => {
  now = Date.now() + 5_000
  const made = await make({ name: 'mf-xy', version: '1.1.0', days: 1 })
  now += 1_000
  expect((await call(app, 'DELETE', `${address}${made.id}/`, { token: maria.token })).status).toBe(204)
  expect((await call(app, 'DELETE', `${address}${made.id}/`, { token: maria.token })).status).toBe(404)
  expect([await reviews.read(linkOf(made)), await list()]).toEqual(['withdrawn', []])
  const told = v.parse(
    listOf(PlatformChanged),
    (await call(app, 'GET', '/api/platform/changes/', { token: maria.token })).body,
  )
  expect(
    told.results.map(({ rev, changed_by, name, changes }) => [rev, changed_by, name, changes[0]]).slice(0, 3),
  ).toEqual([
    [1, maria.username, 'mf-xy', 'link for a reviewer of 1.1.0 withdrawn'],
    [1, maria.username, 'mf-xy', `link for a reviewer of 1.1.0, until ${made.expires_at.slice(0, 10)}`],
    [1, 'ci', expect.any(String), expect.any(String)],
  ])
  await removeOldReviewLinks(database.db, new Date(now + 2 * dayMs))
  expect(await reviews.changes()).toEqual([])
})

test.each<[string, object, number, unknown]>([
  [
    'a version that everybody gets',
    { name: 'mf-xy', version: '1.0.0' },
    409,
    'mf-xy 1.0.0 is what everybody gets. Choose another version.',
  ],
  [
    'a version that was never published',
    { name: 'mf-xy', version: '9.0.0' },
    409,
    'mf-xy 9.0.0 is not published here.',
  ],
  ['a remote that is not there', { name: 'mf-gone', version: '1.0.0' }, 409, 'mf-gone 1.0.0 is not published here.'],
  [
    'a remote that is switched off',
    { name: 'mf-off', version: '1.1.0' },
    409,
    'mf-off is switched off. Switch it on first.',
  ],
  [
    'a version that would not run',
    { name: 'mf-xy', version: '2.0.0' },
    409,
    'mf-xy 2.0.0 requires shared ^2.0.0, and the dashboard has 1.0.0.',
  ],
  ['more than a week', { name: 'mf-xy', version: '1.1.0', days: 8 }, 400, undefined],
  ['no whole day', { name: 'mf-xy', version: '1.1.0', days: 0 }, 400, undefined],
  ['the shell', { name: 'shell', version: '1.0.0' }, 400, undefined],
  ['a path', { name: '../mf-xy', version: '1.1.0' }, 400, undefined],
])('PLT-10 for %s there is no link', async (_what, body, status, detail) => {
  const answer = await ask(body)
  expect([answer.status, (answer.body as { detail?: string }).detail]).toEqual([status, detail])
  expect(await list()).toEqual([])
})

/** What `npm run review -- …` prints, beside a server or without one. */
const command = (
  words: readonly string[],
  { isOwn = false, environment = {} }: { isOwn?: boolean; environment?: Record<string, string> } = {},
) =>
  reviewCommand({
    words,
    config: readConfig({
      DEPLOY_DIR: folder,
      DATA_DIR: '/srv/multiball',
      PUBLIC_URL: 'https://boards.example.com',
      ...environment,
    }),
    by: 'ann',
    open: async () => ({ db: database.db, isOwn, close: async () => {} }),
  })

test('PLT-05 the command line makes a link, and says where it does not open yet and where no operator could withdraw it', async () => {
  const [url = '', until = '', ...rest] = (await command(['mf-xy', '1.1.0', '2'])).split('\n')
  const [made] = await list()
  expect(made).toMatchObject({ name: 'mf-xy', version: '1.1.0', made_by: 'ann' })
  expect(await reviews.read(new URL(url).searchParams.get('link')!)).toMatchObject({
    remote: 'mf-xy',
    version: '1.1.0',
    expiresAt: new Date(made!.expires_at),
  })
  expect([until, rest]).toEqual([`It opens until ${made!.expires_at}. Operators withdraw it on the page Platform.`, []])
  await database.db.updateTable('users').set({ is_operator: false }).execute()
  expect((await command(['mf-xy', '1.1.0'], { isOwn: true })).split('\n').slice(2)).toEqual([
    'No server runs on /srv/multiball: the link opens once one does.',
    'Nobody is an operator yet. To be able to withdraw it: npm run operators -- add USERNAME',
  ])
})

test('PLT-10 the command line says in a sentence why there is no link', async () => {
  await expect(command(['mf-xy', '9.0.0'])).rejects.toThrow(new StartError('mf-xy 9.0.0 is not published here.'))
  await expect(command(['mf-xy', '1.1.0'], { environment: { DEPLOY_DIR: '/nowhere' } })).rejects.toThrow(
    new StartError('Nothing is published in /nowhere. Set DEPLOY_DIR as the server has it.'),
  )
  for (const words of [[], ['mf-xy'], ['shell', '1.0.0'], ['mf-xy', '1.1.0', 'week'], ['mf-xy', '1.1.0', '8']])
    await expect(command(words)).rejects.toThrow(new StartError(usage))
  const config = readConfig({ DEPLOY_DIR: folder, DATA_DIR: path.join(folder, 'nowhere') })
  await expect(reviewCommand({ words: ['mf-xy', '1.1.0'], config, by: 'ann' })).rejects.toThrow(
    new StartError(`There is no database: ${config.dataFolder} does not exist.`),
  )
  expect(await list()).toEqual([])
})

test('PLT-05 twenty links are open at most', async () => {
  await Promise.all(
    Array.from({ length: 20 }, () => reviews.make({ name: 'mf-xy', version: '1.1.0', days: 1 }, 'maria')),
  )
  expect(await ask({ name: 'mf-xy', version: '1.1.0' })).toMatchObject({
    status: 409,
    body: { detail: '20 links for reviewers are open. Withdraw one first.' },
  })
})

test('PLT-07 a link is not shown while the database cannot say whether it was withdrawn', async () => {
  const made = await make()
  const broken = new Reviews({ db: {} as never, registry: registryStore(folder), publicUrl: '' })
  expect(await broken.read(linkOf(made))).toBe('unchecked')
})
