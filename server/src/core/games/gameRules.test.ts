import { Entry } from '@multiball/shared/schema'
import * as v from 'valibot'
import { Refusal } from '../../ground/http/refusals'
import { applyEntry, isAbandoned, mayHavePlayed, settled, silenceMs, takesTurns } from './gameRules'
import type { Step } from './gameRules'
import type { GameState } from './gameRules'

const one = '13dc3097be2247ae98428688eba5b4a6'
const other = 'aaaaaaaabe2247ae98428688eba5b4a6'
const start = Date.UTC(2026, 0, 1)

/** An entry as it comes over the wire: text. */
const entry = (fields: Record<string, string | number | boolean> = {}) =>
  v.parse(Entry, { session_uuid: one, active: 'true', ...fields })

type Post = Record<string, string | number | boolean>

/** Plays posts one after the other, a second apart. Answers the games as they are afterwards, by uuid and generation. */
function play(posts: readonly Post[], from?: GameState) {
  const games = new Map<string, GameState>()
  let newest = from
  const steps: Step[] = []
  for (const [at, post] of posts.entries()) {
    const parsed = entry(post)
    const known = [...games.values()].filter((game) => game.sessionUuid === parsed.session_uuid).at(-1)
    const earlier = known && known.sessionUuid !== newest?.sessionUuid ? known : undefined
    const step = applyEntry(newest, earlier, parsed, start + at * 1000)
    for (const game of step) games.set(`${game.sessionUuid}:${game.generation}`, game)
    newest = step.at(-1) ?? newest
    steps.push(step)
  }
  return { newest, games: [...games.values()], steps }
}

const first: Post = { session_sequence: 1, current_p1_score: 100, current_player: 1, current_ball: 1 }

describe('order', () => {
  test.each<[string, Post[], (number | string | null)[]]>([
    [
      'the first sequence may be 0',
      [
        { session_sequence: 0, current_p1_score: 5 },
        { session_sequence: 1, current_p1_score: 6 },
      ],
      [6],
    ],
    ['the first sequence may be 1', [first, { session_sequence: 2, current_p1_score: 200 }], [200]],
    ['a repeat is ignored', [first, { session_sequence: 1, current_p1_score: 999 }], [100]],
    [
      'what is out of order is ignored',
      [first, { session_sequence: 5, current_p1_score: 500 }, { session_sequence: 4, current_p1_score: 400 }],
      [500],
    ],
    ['gaps are nothing', [first, { session_sequence: 900, current_p1_score: 7 }], [7]],
    ['a score may go backwards', [first, { session_sequence: 2, current_p1_score: 20 }], [20]],
    [
      'without a sequence the order of arrival counts',
      [{ current_p1_score: 1 }, { current_p1_score: 3 }, { current_p1_score: 2 }],
      [2],
    ],
  ])('%s', (_title, posts, scores) => {
    const { newest, games } = play(posts)
    expect(games).toHaveLength(1)
    expect(newest!.scores).toEqual(scores.map((score) => (score === null ? null : BigInt(score))))
  })

  test('after the highest sequence that a database can hold an entry without one is refused, and a repeat is not', () => {
    const highest = { ...first, session_sequence: '9223372036854775807' }
    expect(play([highest, highest]).steps[1]).toEqual([])
    const refused = new Refusal(400, {
      session_sequence: ['No entry can follow 9223372036854775807: begin a new session_uuid'],
    })
    expect(() => play([highest, { current_p1_score: 1 }])).toThrow(refused)
    // Of a session that is no longer the newest.
    expect(() => play([highest, { ...first, session_uuid: other }, { current_p1_score: 1 }])).toThrow(refused)
  })

  test('an ignored entry changes nothing at all', () => {
    expect(play([first, first]).steps[1]).toEqual([])
  })
})

describe('fields', () => {
  test.each<[string, Post[], Partial<GameState>]>([
    [
      '-1 is no such player',
      [
        {
          ...first,
          current_p2_score: -1,
          current_p3_score: -1,
          current_p4_score: -1,
          current_p5_score: -1,
          current_p6_score: -1,
        },
      ],
      { scores: [100n] },
    ],
    ['six players', [{ ...first, current_p6_score: 6 }], { scores: [100n, null, null, null, null, 6n] }],
    [
      'a score that is left out stays',
      [
        { ...first, current_p2_score: 50 },
        { session_sequence: 2, current_p1_score: 300 },
      ],
      { scores: [300n, 50n] },
    ],
    ['player and ball that are left out stay', [first, { session_sequence: 2 }], { currentPlayer: 1, currentBall: 1 }],
    [
      'player and ball may be -1',
      [first, { session_sequence: 2, current_player: -1, current_ball: -1 }],
      { currentPlayer: null, currentBall: null },
    ],
    [
      'a player who turns -1 in the last entry keeps his score',
      [first, { session_sequence: 2, active: false, current_p1_score: -1 }],
      { scores: [100n] },
    ],
    [
      'a player who turns -1 in mid-game is gone',
      [
        { ...first, current_p2_score: 1 },
        { session_sequence: 2, current_p2_score: -1 },
      ],
      { scores: [100n] },
    ],
    [
      'no digit of a BIGINT is lost',
      [{ ...first, current_p1_score: '9223372036854775807' }],
      { scores: [9223372036854775807n] },
    ],
    [
      'a score beyond 2^53 is exact',
      [{ ...first, current_p1_score: '9007199254740993' }],
      { scores: [9007199254740993n] },
    ],
    [
      'modes are what runs now',
      [
        { ...first, game_modes: 'MB{red}:Multiball;NA:x2' },
        { session_sequence: 2, game_modes: 'NA:x2' },
      ],
      { modes: ['NA:x2'] },
    ],
    [
      'modes that are left out have ended',
      [{ ...first, game_modes: 'MB:Multiball' }, { session_sequence: 2 }],
      { modes: [] },
    ],
    ['a mode has no control characters', [{ ...first, game_modes: 'MB:a\u0000b\n' }], { modes: ['MB:a b'] }],
    [
      'the time is the last one said',
      [{ ...first, session_time: 700 }, { session_sequence: 2, session_time: 1400 }, { session_sequence: 3 }],
      { durationMs: 1400 },
    ],
  ])('%s', (_title, posts, fields) => {
    expect(play(posts).newest).toMatchObject(fields)
  })
})

describe('endings', () => {
  const last: Post = { session_sequence: 2, active: 'false', current_player: -1, current_ball: -1 }

  test('active=false settles successfully, with the scores that were known', () => {
    expect(play([first, last]).newest).toMatchObject({
      scores: [100n],
      ending: { settledAt: start + 1000, isSuccessful: true },
    })
  })

  test('active going from false to true under one uuid is a new game', () => {
    const { games } = play([first, last, { session_sequence: 3, current_p1_score: 7 }])
    expect(games).toMatchObject([
      { generation: 0, scores: [100n], ending: { isSuccessful: true } },
      { generation: 1, scores: [7n], sequence: 3n },
    ])
    expect(games[1]!.ending).toBeUndefined()
  })

  test('an old sequence does not start a new game after the end', () => {
    expect(play([first, last, first, last]).games).toHaveLength(1)
  })

  test('another session_uuid settles the old game as unsuccessful', () => {
    const { games, steps } = play([first, { ...first, session_uuid: other }])
    expect(games).toMatchObject([
      { sessionUuid: one, ending: { isSuccessful: false } },
      { sessionUuid: other, scores: [100n] },
    ])
    expect(steps[1]).toHaveLength(2)
  })

  test('another session_uuid leaves a settled game as it is', () => {
    const { games } = play([first, last, { ...first, session_uuid: other }])
    expect(games[0]!.ending).toEqual({ settledAt: start + 1000, isSuccessful: true })
  })

  test('a late entry of a session that was replaced does not end the new game', () => {
    const { games, newest } = play([first, { ...first, session_uuid: other }, first, last])
    expect(newest).toMatchObject({ sessionUuid: other })
    expect(newest!.ending).toBeUndefined()
    expect(games).toHaveLength(2)
  })

  test('the last entry after the end completes the game: its scores count', () => {
    const silent = settled(play([first]).newest!, false, start + 500)
    expect(play([{ ...last, current_p1_score: 900 }], silent).newest).toMatchObject({
      generation: 0,
      scores: [900n],
      ending: { settledAt: start + 500, isSuccessful: true },
    })
  })

  test('a machine that goes on after it was given up plays a new game', () => {
    const silent = settled(play([first]).newest!, false, start + 500)
    expect(play([{ session_sequence: 2, current_p1_score: 900 }], silent).newest).toMatchObject({
      generation: 1,
      scores: [900n],
    })
  })

  test.each<[string, Post, number]>([
    [
      'a result that is posted at once is a settled game',
      { session_sequence: 1, active: false, current_p1_score: 42 },
      1,
    ],
    ['an end of nothing, without players, is no game', { session_sequence: 1, active: false, current_p1_score: -1 }, 0],
  ])('%s', (_title, post, count) => {
    const { games } = play([post])
    expect(games).toHaveLength(count)
    expect(games.every(({ ending }) => ending?.isSuccessful)).toBe(true)
  })

  test.each([
    ['five minutes of silence', silenceMs, true],
    ['a moment less', silenceMs - 1, false],
  ])('%s: given up is %s', (_title, silence, expected) => {
    const game = play([first]).newest!
    expect(isAbandoned(game, start, start + silence)).toBe(expected)
    expect(isAbandoned(settled(game, true, start), start, start + silence)).toBe(false)
  })
})

test.each<[string, number | undefined, boolean]>([
  ['before its last entry, so it may', start + 500, true],
  ['at the moment of its last entry', start + 1000, true],
  ['after its last entry: the power was cut', start + 1001, false],
  ['a little later, by the clock of another server', start + 30_000, false],
  ['by a clock that was an hour ahead, and has been set back since', start + 3_600_000, true],
  ['never, since it has a key', undefined, true],
])('MAC-03 a client has played the game if it signed on %s', (_when, signedOnAt, mayHave) => {
  const { newest } = play([first, { session_sequence: 2, current_p1_score: 200 }])
  expect(mayHavePlayed(newest!, signedOnAt, start + 1500)).toBe(mayHave)
})

const testSession = '7e577e577e57aaaa98428688eba5b4a6'
test.each<[string, Post[], string, number, boolean]>([
  ['one that was played before comes back', [first, { ...first, session_uuid: other }], one, 59_999, true],
  ['it comes back after a minute', [first, { ...first, session_uuid: other }], one, 60_000, false],
  [
    'the newer game is over',
    [first, { ...first, session_uuid: other }, { session_uuid: other, session_sequence: 2, active: false }],
    one,
    0,
    false,
  ],
  ['another one is new', [first], other, 0, false],
  ['a test game is played', [first, { ...first, session_uuid: testSession }], one, 0, false],
])('MAC-09 of sessions on one machine, %s', (_title, posts, session_uuid, laterMs, isTurn) => {
  const { newest, games } = play(posts)
  const now = newest!.updatedAt + laterMs
  const step = applyEntry(
    newest,
    games.find((game) => game.sessionUuid === session_uuid),
    entry({ session_uuid, session_sequence: 9, current_p1_score: 1 }),
    now,
  )
  expect(takesTurns(newest, step.at(-1)!, now)).toBe(isTurn)
})

test.each([
  ['7e577e577e57aaaa98428688eba5b4a6', false],
  ['7E577E57-7E57-AAAA-9842-8688EBA5B4A6', false],
  [one, true],
])('ATT-01 a whole game of session %s counts: %p', (session_uuid, counts) => {
  const { newest } = play([
    { ...first, session_uuid },
    { session_uuid, session_sequence: 2, active: false },
  ])
  expect(newest!.ending!.isSuccessful).toBe(counts)
})
