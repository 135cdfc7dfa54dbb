import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { oneBuildAtATime } from './oneBuildAtATime'

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'multiball-builds-'))))
afterEach(() => rmSync(folder, { recursive: true }))

test('INS-15 a second build of a checkout waits for the first, says so, and goes on when that has failed', async () => {
  const events: string[] = []
  let fail = () => {}
  const first = oneBuildAtATime(
    (line) => events.push(line),
    () => new Promise<void>((_, reject) => (events.push('first'), (fail = () => reject(new Error('broken'))))),
    folder,
  )
  const told = expect(first).rejects.toThrow('broken')
  while (events.length === 0) await new Promise(setImmediate)
  const second = oneBuildAtATime(
    (line) => {
      events.push(line)
      fail()
    },
    async () => events.push('second'),
    folder,
  )
  await told
  await second
  expect(events).toEqual(['first', 'Another build of this checkout is at work, and is waited for…', 'second'])
  expect(readdirSync(folder)).toEqual([])
})

test('INS-15 a build that was killed stops no other for long', async () => {
  const left = path.join(folder, 'build.lock')
  mkdirSync(left)
  const then = Date.now() / 1000 - 31
  utimesSync(left, then, then)
  expect(
    await oneBuildAtATime(
      () => {},
      () => Promise.resolve('built'),
      folder,
    ),
  ).toBe('built')
})
