import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { registryStore } from './registry.store'

let folder: string
let changes = 0
beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'multiball-store-'))))
afterEach(() => rm(folder, { recursive: true }))

/** Writes the registry's file, with a time of its own however fast the test is. */
async function write(text: string) {
  const file = path.join(folder, 'registry.json')
  await writeFile(file, text)
  await utimes(file, new Date(), new Date(Date.UTC(2026, 0, 1) + ++changes * 1000))
}

test('a registry is read again when it changed', async () => {
  const store = registryStore(folder)
  await write('{"rev":1,"remotes":{}}')
  expect(await store.read()).toEqual({ rev: 1, remotes: {} })
  await write('{"rev":2,"remotes":{}}')
  expect(await store.read()).toEqual({ rev: 2, remotes: {} })
})

test.each(['{"rev":2,', '{"rev":2,"remotes":{"mf-xy":{}}}', ''])(
  'a file that is no registry (%j) leaves the one before in place',
  async (text) => {
    const store = registryStore(folder)
    await write('{"rev":1,"remotes":{}}')
    await store.read()
    await write(text)
    expect(await store.read()).toEqual({ rev: 1, remotes: {} })
    await write('{"rev":3,"remotes":{}}')
    expect(await store.read()).toEqual({ rev: 3, remotes: {} })
  },
)

test.each([
  ['that is only half written for a moment', '{"rev":2,'],
  ['that is replaced twice at once', '{"rev":22,"remotes":{}}'],
])('a file %s is read whole in the end, though its time stays', async (_, text) => {
  const store = registryStore(folder)
  await write('{"rev":1,"remotes":{}}')
  await store.read()
  await write(text)
  await store.read()
  changes -= 1
  await write('{"rev":3,"remotes":{}}')
  expect(await store.read()).toEqual({ rev: 3, remotes: {} })
})

test('SHP-04 a file that is gone leaves the one before in place, and it is said once that it went and once that it is back', async () => {
  const said: (string | undefined)[] = []
  const store = registryStore(folder, { onChange: (trouble) => said.push(trouble?.message) })
  await write('{"rev":1,"remotes":{}}')
  await store.read()
  await rm(path.join(folder, 'registry.json'))
  for (let times = 0; times < 3; times++) expect(await store.read()).toEqual({ rev: 1, remotes: {} })
  expect([said, store.isReadable()]).toEqual([[expect.stringMatching(/ENOENT/)], false])
  await write('{"rev":2,"remotes":{}}')
  expect(await store.read()).toEqual({ rev: 2, remotes: {} })
  expect([said, store.isReadable()]).toEqual([[expect.anything(), undefined], true])
})

test.each(['without a registry', 'with a file that is none'])(
  'SHP-04 %s there is nothing to read, which is a 503',
  async (what) => {
    if (what !== 'without a registry') await write('{')
    const said: unknown[] = []
    await expect(registryStore(folder, { onChange: (trouble) => said.push(trouble) }).read()).rejects.toMatchObject({
      status: 503,
    })
    // Nothing is wrong where nothing was published yet.
    expect(said).toHaveLength(what === 'without a registry' ? 0 : 1)
  },
)
