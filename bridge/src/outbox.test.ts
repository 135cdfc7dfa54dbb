import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Outbox, type Message } from './outbox'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'multiball-bridge-'))
  file = path.join(folder, 'queue.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

const entry = (session: string, sequence: number, active = true): Message => ({
  type: 'entry',
  body: { session_uuid: session, session_sequence: sequence, session_time: 0, active, game_modes: '' },
})
const interrupted: Message = { type: 'interrupted' }

/** All that waits, in order. */
function drain(outbox: Outbox): unknown[] {
  const all: unknown[] = []
  for (let message = outbox.next(); message; message = outbox.next()) {
    all.push(
      message.type === 'entry'
        ? `${message.body.session_uuid}${message.body.session_sequence}${message.body.active ? '' : '!'}`
        : message.type,
    )
    outbox.sent(message)
  }
  return all
}

test.each<[string, Message[], string[]]>([
  ['of a running game the newest state', [entry('a', 1), entry('a', 2), entry('a', 3)], ['a3']],
  ['every end of a game', [entry('a', 1), entry('a', 2, false), entry('b', 1), entry('b', 2, false)], ['a2!', 'b2!']],
  [
    'of a game that ended without a word its newest scores',
    [entry('a', 1), entry('a', 2), interrupted],
    ['a2', 'interrupted'],
  ],
  ['the order of what happened', [entry('a', 1, false), interrupted, entry('b', 1)], ['a1!', 'interrupted', 'b1']],
])('sends %s', (_what, messages, expected) => {
  const outbox = new Outbox(file)
  for (const message of messages) outbox.put(message)
  expect(drain(outbox)).toEqual(expected)
  expect(outbox.isEmpty).toBe(true)
})

test('what is being sent is not replaced, and is overtaken when it failed', () => {
  const outbox = new Outbox(file)
  outbox.put(entry('a', 1))
  const first = outbox.next()!
  outbox.put(entry('a', 2))
  outbox.put(entry('a', 3))
  outbox.kept(first)
  expect(drain(outbox)).toEqual(['a3'])
})

test('scores that could not be sent are not given up for the news that their game is over', () => {
  const outbox = new Outbox(file)
  outbox.put(entry('a', 1))
  const first = outbox.next()!
  outbox.put(interrupted)
  outbox.kept(first)
  expect(drain(outbox)).toEqual(['a1', 'interrupted'])
})

test('a power cut loses no end of a game, and the game that is played goes on as the same one', () => {
  const outbox = new Outbox(file)
  const session = { uuid: 'f'.repeat(32), startedAt: 5, sequence: 9 }
  outbox.session = session
  outbox.put(entry('a', 2, false))
  outbox.put(interrupted)
  outbox.put(entry('b', 1))
  const again = new Outbox(file)
  expect(again.session).toEqual(session)
  expect(drain(again)).toEqual(['a2!', 'interrupted'])
  expect(new Outbox(file).isEmpty).toBe(true)
})

test('a disk that takes nothing stops neither the game nor what is sent of it, and is said once', () => {
  const lines: string[] = []
  const outbox = new Outbox(file, (line) => lines.push(line))
  mkdirSync(`${file}.part`)
  outbox.session = { uuid: 'f'.repeat(32), startedAt: 5, sequence: 9 }
  outbox.put(entry('a', 1, false))
  outbox.session = undefined
  expect(outbox.session).toBeUndefined()
  expect(drain(outbox)).toEqual(['a1!'])
  expect(lines).toEqual([
    `${file} cannot be written (EISDIR). Games are sent all the same, but ends of games that wait are lost if the bridge stops.`,
  ])
  rmdirSync(`${file}.part`)
  outbox.put(entry('b', 1, false))
  expect(lines.at(-1)).toBe(`${file} can be written again.`)
  expect(drain(new Outbox(file))).toEqual(['b1!'])
})

test('a file that is no queue is not written over', () => {
  writeFileSync(file, 'scores of 1998')
  expect(() => new Outbox(file)).toThrow(/is not a queue of this bridge\. Move it away/)
  expect(readFileSync(file, 'utf8')).toBe('scores of 1998')
})

test('two machines that are given one file: the second bridge does not start, and whoever comes after a restart is the first', () => {
  const first = new Outbox(file, () => {}, '10.0.0.5:5051')
  expect(() => new Outbox(file, () => {}, '10.0.0.6:5051')).toThrow(
    `${file} is the queue of the bridge to MPF at 10.0.0.5:5051.`,
  )
  first.put(entry('a', 1, false))
  expect(() => new Outbox(file, () => {}, '10.0.0.6:5051')).toThrow('name another file with --queue')
  expect(drain(new Outbox(file, () => {}, '10.0.0.5:5051'))).toEqual(['a1!'])
})

test('what waits in the file of an older bridge is taken over', () => {
  new Outbox(file).put(entry('a', 1, false))
  expect(drain(new Outbox(file, () => {}, '127.0.0.1:5051'))).toEqual(['a1!'])
})
