import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { readConfig } from '../../ground/process/config'
import { registryStore } from '../../ground/registry/registry.store'
import { embedFilesRoutes } from './files.routes'

let folder: string
let app: FastifyInstance
let writes = 0

const integrity = `sha384-${'A'.repeat(64)}`
const files = (version: string) => ({
  'board.js': { src: `/r/embed/${version}/board.js`, integrity },
  'host.js': {
    src: `/r/embed/${version}/host.js`,
    integrity: integrity.replace('A', version.endsWith('a') ? 'B' : 'C'),
  },
})
const record = (version: string) => ({
  files: files(version),
  provides: { shared: '1.0.0', react: '19.3.1' },
  publishedAt: '2026-11-22T00:00:00Z',
})
const versions = { '1.0.0-a': record('1.0.0-a'), '1.0.0-b': record('1.0.0-b') }

async function writeRegistry(embed?: object) {
  const file = path.join(folder, 'registry.json')
  await writeFile(file, JSON.stringify({ rev: ++writes, ...(embed && { embed }), remotes: {} }))
  await utimes(file, new Date(), new Date(Date.UTC(2026, 0, 1) + writes * 1000))
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-embed-'))
  for (const version of Object.keys(versions)) {
    const place = path.join(folder, 'r', 'embed', version)
    await mkdir(place, { recursive: true })
    for (const name of ['board.js', 'host.js']) {
      await writeFile(path.join(place, name), `// ${name} ${version}`)
      await writeFile(path.join(place, `${name}.br`), brotliCompressSync(`// ${name} ${version}`))
    }
    if (version === '1.0.0-a') continue
    await writeFile(path.join(place, 'host.d.ts'), `// types ${version}`)
    await writeFile(
      path.join(place, 'mf-manifest.json'),
      JSON.stringify({ id: 'multiball', metaData: { publicPath: 'auto', globalName: 'multiball' }, exposes: [] }),
    )
  }
  app = Fastify()
  await app.register(
    embedFilesRoutes({
      deployFolder: folder,
      config: readConfig({}).pages,
      registry: registryStore(folder),
      publicUrl: 'https://boards.example',
    }),
  )
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('an evergreen address is the active version, for any page, fresh for five minutes; a rollback changes it', async () => {
  await writeRegistry({ active: '1.0.0-b', lastGood: '1.0.0-a', versions })
  const answer = await get('/embed/v1/host.js')
  expect(answer.body).toBe('// host.js 1.0.0-b')
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
    'content-type': 'text/javascript; charset=utf-8',
  })
  const again = await get('/embed/v1/host.js', { 'if-none-match': answer.headers.etag! })
  expect([again.statusCode, again.body]).toEqual([304, ''])

  await writeRegistry({ active: '1.0.0-a', versions })
  const back = await get('/embed/v1/host.js', { 'if-none-match': answer.headers.etag! })
  expect([back.statusCode, back.body]).toEqual([200, '// host.js 1.0.0-a'])
})

test('who takes brotli gets it, and a tag of its own', async () => {
  await writeRegistry({ active: '1.0.0-b', versions })
  const plain = await get('/embed/v1/board.js')
  const compressed = await get('/embed/v1/board.js', { 'accept-encoding': 'gzip, br' })
  expect(String(brotliDecompressSync(compressed.rawPayload))).toBe(plain.body)
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(compressed.headers.etag).not.toBe(plain.headers.etag)
})

test('versions.json names every version with the hashes to pin', async () => {
  await writeRegistry({ active: '1.0.0-b', versions })
  const list = (await get('/embed/v1/versions.json')).json<{ active: string; versions: Record<string, object> }>()
  expect(list.active).toBe('1.0.0-b')
  expect(list.versions['1.0.0-a']).toEqual({ ...files('1.0.0-a'), publishedAt: '2026-11-22T00:00:00Z' })
})

test('EMB-12 the manifest for module federation follows the active version, and says where its files lie', async () => {
  await writeRegistry({ active: '1.0.0-b', versions })
  const answer = await get('/embed/v1/mf-manifest.json')
  expect(answer.json()).toEqual({
    id: 'multiball',
    metaData: { publicPath: 'https://boards.example/r/embed/1.0.0-b/', globalName: 'multiball' },
    exposes: [],
  })
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
  })
  // Of before there was a remote for partners.
  await writeRegistry({ active: '1.0.0-a', versions })
  expect([(await get('/embed/v1/mf-manifest.json')).statusCode, (await get('/embed/v1/host.d.ts')).statusCode]).toEqual(
    [404, 404],
  )
})

test('EMB-13 types lie beside the files of the active version', async () => {
  await writeRegistry({ active: '1.0.0-b', versions })
  const { body, headers } = await get('/embed/v1/host.d.ts')
  expect([body, headers['content-type'], headers['access-control-allow-origin']]).toEqual([
    '// types 1.0.0-b',
    'text/plain; charset=utf-8',
    '*',
  ])
})

test('start.json is all that a host must know, never stale', async () => {
  await writeRegistry({ active: '1.0.0-b', versions })
  const answer = await get('/embed/v1/start.json')
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect(answer.json()).toMatchObject({
    registry: { rev: writes, remotes: {} },
    config: { branding: expect.any(String) },
  })
  expect(answer.json<{ registry: object }>().registry).not.toHaveProperty('embed')
  const compressed = await get('/embed/v1/start.json', { 'accept-encoding': 'br' })
  expect(String(brotliDecompressSync(compressed.rawPayload))).toBe(answer.body)
})

test('before the first publish nothing of it is there, and nothing is kept of that', async () => {
  await writeRegistry()
  for (const url of [
    '/embed/v1/board.js',
    '/embed/v1/host.js',
    '/embed/v1/host.d.ts',
    '/embed/v1/mf-manifest.json',
    '/embed/v1/versions.json',
  ]) {
    const { statusCode, headers } = await get(url)
    expect([url, statusCode, headers['cache-control']]).toEqual([url, 404, 'no-store'])
  }
})
