import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { changeRegistry, readRegistry } from './registryFile'

// Nobody really waits here, so that a long wait is over at once.
let mockWaits = 0
jest.mock('node:timers/promises', () => ({
  ...jest.requireActual<object>('node:timers/promises'),
  setTimeout: () => new Promise((resolve) => void ((mockWaits += 1), setImmediate(resolve))),
}))

let folder: string
let lock: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'multiball-lock-'))
  lock = path.join(folder, 'registry.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

const change = (by = 'anna') => changeRegistry(folder, (registry) => registry, by)
/** Somebody who does this while the lock is held, as the name is written. */
const whoDoes = (meanwhile: () => void) => ({ toString: () => (meanwhile(), 'anna') }) as unknown as string
const locks = () => readdirSync(folder).filter((name) => name.startsWith('registry.lock'))

test.each([
  ['a file', () => writeFileSync(lock, 'ben')],
  ['a folder, as earlier releases make it', () => mkdirSync(lock)],
])('SHP-20 a lock that was made just now is waited for, however long that takes: %s', async (_what, hold) => {
  hold()
  const changing = change()
  mockWaits = 0
  while (mockWaits < 1000 && existsSync(lock)) await turn()
  expect(existsSync(lock)).toBe(true)
  expect(readRegistry(folder).rev).toBe(0)
  rmSync(lock, { recursive: true })
  expect(await changing).toMatchObject({ rev: 1 })
  expect(locks()).toEqual([])
})

test.each([
  ['a file', () => writeFileSync(lock, 'ben')],
  ['a folder, as earlier releases make it', () => mkdirSync(lock)],
])(
  'SHP-20 a lock that was left behind is taken over by one of those who wait, and nothing of it stays: %s',
  async (_what, hold) => {
    hold()
    const then = Date.now() / 1000 - 6
    utimesSync(lock, then, then)
    await Promise.all([change('anna'), change('ben'), change('carl')])
    expect(readRegistry(folder).rev).toBe(3)
    expect(locks()).toEqual([])
  },
)

test('SHP-20 a lock that was left behind is taken over, too, where the clock was put back since', async () => {
  writeFileSync(lock, 'ben')
  const later = Date.now() / 1000 + 3600
  utimesSync(lock, later, later)
  let passedMs = 0
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (passedMs += 10))
  expect(await change()).toMatchObject({ rev: 1 })
  clock.mockRestore()
  expect(passedMs).toBeGreaterThan(5000)
  expect(locks()).toEqual([])
})

test('SHP-20 a change whose lock was taken for one left behind is made again, after that of the new holder', async () => {
  let changes = 0
  const takeOver = () => {
    if ((changes += 1) > 1) return
    rmSync(lock)
    writeFileSync(lock, 'ben')
  }
  const changing = change(whoDoes(takeOver))
  mockWaits = 0
  while (mockWaits < 100) await turn()
  expect([readRegistry(folder).rev, readFileSync(lock, 'utf8')]).toEqual([0, 'ben'])
  rmSync(lock)
  expect(await changing).toMatchObject({ rev: 1 })
  expect([changes, locks()]).toEqual([2, []])
})
