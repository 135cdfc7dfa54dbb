import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parseLine } from './bcp'
import { MpfBridge } from './mpf'
import { mpfArguments } from './mpfArguments'
import { readOptions } from './options'
import { Outbox, type Message } from './outbox'

let folder: string
let now = 1_000
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'multiball-bridge-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** A bridge, and what is said to it. */
function setup() {
  const outbox = new Outbox(path.join(folder, 'queue.json'))
  const bridge = new MpfBridge({ outbox, onChange: () => {}, now: () => now })
  const say = (...lines: string[]) => lines.forEach((line) => bridge.take(parseLine(line)!))
  return { outbox, bridge, say }
}

const [withGame, without] = ['mode_list?json={"running_modes": [["game", 20]]}', 'mode_list?json={"running_modes": []}']

test('MAC-03 whether a game is being played is known once MPF has listed its modes, and no longer than it is connected', () => {
  const { bridge, say } = setup()
  expect(bridge.isPlayed).toBeUndefined()
  bridge.connected()
  say('machine_variable?name=credits&value=int:3')
  expect(bridge.isPlayed).toBeUndefined()
  say(without)
  expect(bridge.isPlayed).toBe(false)
  say('mode_start?name=game', without)
  expect(bridge.isPlayed).toBe(true)
  bridge.gone()
  expect(bridge.isPlayed).toBeUndefined()
  bridge.connected()
  expect(bridge.isPlayed).toBeUndefined()
  say(withGame)
  expect(bridge.isPlayed).toBe(true)
  say('mode_stop?name=game')
  expect(bridge.isPlayed).toBe(false)
})

test('MAC-03 while MPF starts again over the same connection nothing is known', () => {
  const { bridge, say } = setup()
  bridge.connected()
  say(without, 'reset')
  expect(bridge.isPlayed).toBeUndefined()
  say(without)
  expect(bridge.isPlayed).toBe(false)
})

test('ENT-09 initials that MPF asks for are the name of that player, to the end of the game and not beyond', () => {
  const { outbox, bridge, say } = setup()
  const bodies: object[] = []
  jest.spyOn(outbox, 'put').mockImplementation((message: Message) => {
    if (message.type === 'entry') bodies.push(message.body)
  })
  bridge.connected()
  say(without, 'mode_start?name=game', 'player_added?player_num=int:1', 'player_added?player_num=int:2')
  say('player_variable?name=initials&value=ACE&prev_value=int:0&change=bool:True&player_num=int:2')
  say('player_variable?name=initials&value=&player_num=int:1', 'mode_stop?name=game')
  expect(bodies.at(-1)).toMatchObject({ active: false, p2_name: 'ACE' })
  expect(bodies.at(-1)).not.toHaveProperty('p1_name')
  say('mode_start?name=game', 'player_added?player_num=int:1', 'player_added?player_num=int:2')
  expect(bodies.at(-1)).not.toHaveProperty('p2_name')
})

test.each([
  [
    'a score',
    [],
    'player_variable?name=score&value=int:9007199254740993&prev_value=int:0&change=int:1&player_num=int:1',
    '9007199254740993',
  ],
  [
    'the last score',
    [],
    'machine_variable?name=player1_score&value=int:9007199254740993&prev_value=NoneType:&change=bool:True',
    '9007199254740993',
  ],
  [
    'a score that was asked for',
    ['reset', withGame, 'evaluate_placeholder?value=int:1&error=bool:False'],
    `evaluate_placeholder?value=int:9007199254740993&error=bool:False`,
    '9007199254740993',
  ],
  [
    'the largest number that is exact',
    [],
    'player_variable?name=score&value=int:9007199254740991&player_num=int:1',
    9_007_199_254_740_991,
  ],
])('MAC-04 no digit is lost: %s', (_what, before, line, score) => {
  const { outbox, bridge, say } = setup()
  bridge.connected()
  say(without, 'mode_start?name=game', 'player_added?player_num=int:1', ...before, line, 'mode_stop?name=game')
  const kept = new Outbox(path.join(folder, 'queue.json'))
  expect([outbox.next(), kept.next()]).toEqual(
    Array(2).fill({
      type: 'entry',
      body: expect.objectContaining({ active: false, current_p1_score: score }) as unknown,
    }),
  )
})

test('MAC-10 another game that began while the bridge was stopped is not taken for the one that it knew', () => {
  const first = setup()
  first.bridge.connected()
  first.say(without, 'mode_start?name=game', 'player_added?player_num=int:1', 'player_added?player_num=int:2')
  const { uuid } = first.outbox.session!
  now += 5_000
  first.say('player_variable?name=score&value=int:9920&player_num=int:1')
  const { outbox, bridge, say } = setup()
  bridge.connected()
  const none = Array<string>(11).fill('evaluate_placeholder?value=NoneType:&error=bool:False')
  say(
    withGame,
    ...[1, 21_150].map((value) => `evaluate_placeholder?value=int:${value}&error=bool:False`),
    ...none,
    'evaluate_placeholder?value=int:1&error=bool:False',
  )
  const lost = outbox.next()!
  outbox.sent(lost)
  const { body } = outbox.next() as Extract<Message, { type: 'entry' }>
  expect([lost.type, body.current_p1_score, body.current_p2_score]).toEqual(['interrupted', 21_150, undefined])
  expect(body.session_uuid).not.toBe(uuid)
})

test('MAC-04 MAC-11 a score of -1, which would be no player on the wire, is sent as 0; a tilt stands before the modes', () => {
  const { outbox, bridge, say } = setup()
  bridge.connected()
  const score = (value: number, player: number) =>
    `player_variable?name=score&value=int:${value}&player_num=int:${player}`
  say(without, 'mode_start?name=game', score(-1, 1), score(-500, 2), 'mode_start?name=multi_ball', 'trigger?name=tilt')
  expect(outbox.next()).toMatchObject({
    body: { current_p1_score: 0, current_p2_score: -500, game_modes: 'NA{red}:Tilt;NA:multi ball' },
  })
})

test.each([
  [['--hlp'], /^Unknown option '--hlp'[^]*\n\nThe usage$/],
  [['--server'], /^Option '--server <value>' argument missing[^]*\n\nThe usage$/],
  [['http://boards.example'], /^Unexpected argument[^]*\n\nThe usage$/],
])('a bridge that is started with %j is told what it takes', (typed, sentence) => {
  expect(() =>
    readOptions('The usage', () => parseArgs({ args: typed, options: { server: { type: 'string' } } })),
  ).toThrow(sentence)
})

test.each([
  [{ bcp: 'nowhere' }, '"nowhere" is not an address: HOST:PORT is expected.'],
  [{ server: 'boards.example' }, '"boards.example" is not an address: http:// or https:// is expected.'],
  [{ display: '99999' }, '"99999" is not an address: HOST:PORT is expected.'],
])('a bridge that is told %j is told what is wrong', (given, sentence) => {
  expect(() => mpfArguments({ server: 'https://boards.example', key: 'secret', ...given })).toThrow(sentence)
})

test.each(['--help', '-h'])('a bridge that is started with %s says what it takes, and ends well', (typed) => {
  const end = jest.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`ended with ${code ?? 0}`)
  })
  const print = jest.spyOn(console, 'log').mockImplementation(() => {})
  expect(() => readOptions('The usage', () => parseArgs({ args: [] }), ['--server', 'URL', typed])).toThrow(
    'ended with 0',
  )
  expect(print.mock.calls).toEqual([['The usage']])
  end.mockRestore()
  print.mockRestore()
})
