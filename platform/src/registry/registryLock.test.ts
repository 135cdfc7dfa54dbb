import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type * as lockfile from 'proper-lockfile'
import { oneBuildAtATime } from '../build/oneBuildAtATime'
import { changeRegistry, readRegistry } from './registryFile'

// Nobody really waits here, so that a long wait is over at once.
let mockWaits = 0
jest.mock('node:timers/promises', () => ({
  ...jest.requireActual<object>('node:timers/promises'),
  setTimeout: () => new Promise((resolve) => void ((mockWaits += 1), setImmediate(resolve))),
}))

const mockRefusals: NodeJS.ErrnoException[] = []
jest.mock('proper-lockfile', () => {
  const real = jest.requireActual<typeof lockfile>('proper-lockfile')
  return {
    ...real,
    lock: (...parameters: Parameters<typeof real.lock>) => {
      const refusal = mockRefusals.shift()
      return refusal ? Promise.reject(refusal) : real.lock(...parameters)
    },
  }
})

let folder: string
let lock: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'multiball-lock-'))
  lock = path.join(folder, 'registry.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

const change = (by = 'anna') => changeRegistry(folder, (registry) => registry, by)
const locks = () => readdirSync(folder).filter((name) => name.startsWith('registry.lock'))

test('SHP-20 a lock that was made just now is waited for, however long that takes', async () => {
  mkdirSync(lock)
  const changing = change()
  mockWaits = 0
  while (mockWaits < 100) await turn()
  expect(existsSync(lock)).toBe(true)
  expect(readRegistry(folder).rev).toBe(0)
  rmSync(lock, { recursive: true })
  expect(await changing).toMatchObject({ rev: 1 })
  expect(locks()).toEqual([])
})

test('SHP-20 a lock that was left behind is taken over by one of those who wait, and nothing of it stays', async () => {
  mkdirSync(lock)
  const then = Date.now() / 1000 - 6
  utimesSync(lock, then, then)
  await Promise.all([change('anna'), change('ben'), change('carl')])
  expect(readRegistry(folder).rev).toBe(3)
  expect(locks()).toEqual([])
})

test('SHP-20 a lock that another one took for one left behind, just after it was made, is asked for again', async () => {
  const gone = () => Object.assign(new Error(`ENOENT: no such file or directory, stat '${lock}'`), { code: 'ENOENT' })
  mockRefusals.push(gone())
  expect(await change()).toMatchObject({ rev: 1 })
  mockRefusals.push(gone())
  expect(
    await oneBuildAtATime(
      () => {},
      () => Promise.resolve('built'),
      folder,
    ),
  ).toBe('built')
})

test('SHP-20 a change whose lock was taken for one left behind is made again, after that of the new holder', async () => {
  let changes = 0
  // While the lock is held, as the name is written.
  const stopped = { toString: () => ((changes += 1), changes === 1 && publishBesides(), 'anna') } as unknown as string
  const publishBesides = () =>
    writeFileSync(path.join(folder, 'registry.json'), JSON.stringify({ rev: 1, remotes: {} }))
  expect(await change(stopped)).toMatchObject({ rev: 2 })
  expect([changes, locks()]).toEqual([2, []])
  expect(readdirSync(path.join(folder, 'revs')).sort()).toEqual(['2.by', '2.json'])
})
