import type { Game, EventDocument, EventMatch } from '@multiball/shared/schema'
import { makeGame, makePlayer } from '@multiball/shared/testing'
import { endingOf, gameOf, leaderOf, projectStandings, type MatchGame } from './project'

const names = ['Maria', 'Teo', 'Anh', 'Bex']
const match = (more: Partial<EventMatch> = {}): EventMatch => ({
  id: 'm',
  state: 'playing',
  players: ['p0', 'p1'],
  started_at: '2026-11-20T20:00:00Z',
  ...more,
})
const game = (scores: (number | string)[], more: Partial<Game> = {}): Game =>
  makeGame(scores, { current_ball: 2, started_on: '2026-11-20T20:02:00Z', ...more })
const claimed = (...who: (string | null)[]) =>
  who.map((name, at) => ({
    position: at + 1,
    score: at,
    player: name === null ? null : makePlayer({ cached_display_name: name }),
  }))

describe('EVT-03 a match shows the game of its machine', () => {
  test('with scores of any length, who is up and the ball', () => {
    expect(gameOf(match(), game(['9007199254740993000', 5], { current_player: 2 }), names, false)).toEqual({
      scores: [9007199254740993000n, 5n],
      up: 1,
      ball: 2,
      isOver: false,
    })
  })
  test('that ended after the match began', () => {
    expect(gameOf(match(), game([1, 2], { settled_on: '2026-11-20T20:20:00Z' }), names, false)).toMatchObject({
      isOver: true,
      up: undefined,
      ball: undefined,
    })
  })
  test.each<[string, EventMatch, Game | null]>([
    ['there is none', match(), null],
    [
      'it ended before the match began',
      match(),
      game([1, 2], { settled_on: '2026-11-20T19:59:59Z', started_on: '2026-11-20T19:50:00Z' }),
    ],
    [
      'it is over and nobody says when the match began',
      match({ started_at: undefined }),
      game([1, 2], { settled_on: '2026-11-20T20:20:00Z' }),
    ],
    ['it has other players', match(), game([1, 2, 3])],
    [
      'a slot is missing',
      match(),
      game([1, 2], {
        scores: [
          { position: 1, score: 1, player: null },
          { position: 3, score: 1, player: null },
        ],
      }),
    ],
    ['it is a test', match(), game([1, 2], { is_test: true })],
    ['the match is only called', match({ state: 'called' }), game([1, 2])],
    ['somebody else of the match has put their name on a slot', match(), game([], { scores: claimed('Teo', null) })],
    ['the match is over and the game is not', match({ state: 'finished', order: ['p0', 'p1'] }), game([2, 1])],
    [
      'it says otherwise than the result',
      match({ state: 'finished', order: ['p0', 'p1'] }),
      game([1, 2], { settled_on: '2026-11-20T20:20:00Z' }),
    ],
    ['nobody knows the result', match({ state: 'finished' }), game([2, 1], { settled_on: '2026-11-20T20:20:00Z' })],
  ])('but not where %s', (_what, of, played) => {
    expect(gameOf(of, played, names, false)).toBeUndefined()
  })
  test.each<[string, string | undefined, string | undefined, string | null, boolean, boolean]>([
    // when the match began, when the game began and ended; whether it is shown, and where games may be early
    ['a game that began with the match', '20:00:00', '20:00:00', null, true, true],
    ['a game that was running when the match began', '20:00:00', '19:59:59', null, false, true],
    ['that game, over', '20:00:00', '19:59:59', '20:20:00', false, true],
    ['a game that was over when the match began', '20:00:00', '19:40:00', '19:59:59', false, false],
    ['a game of which nobody knows when it began', '20:00:00', undefined, null, false, true],
    ['a running game, and nobody knows when the match began', undefined, '19:59:59', null, true, true],
    ['a game that is over, and nobody knows when the match began', undefined, '20:02:00', '20:20:00', false, false],
  ])('%s', (_what, begun, started, settled, isShown, isShownEarly) => {
    const at = (time: string) => `2026-11-20T${time}Z`
    const played = game([1, 2], { started_on: started && at(started), settled_on: settled && at(settled) })
    const shown = [false, true].map(
      (hasEarly) => gameOf(match({ started_at: begun && at(begun) }), played, names, hasEarly) !== undefined,
    )
    expect(shown).toEqual([isShown, isShownEarly])
  })
  test.each([[['Maria', null]], [['MARIA ', 'teo']], [['Someone else', 'Teo']]])(
    'names on slots that say nothing else do not matter: %j',
    (who) => {
      expect(gameOf(match(), game([], { scores: claimed(...who) }), names, false)).toMatchObject({
        scores: [0n, 1n],
        isOver: false,
      })
    },
  )
})

test.each<[bigint[], number | undefined]>([
  [[1n, 2n], 1],
  [[9007199254740993000n, 9007199254740993001n], 1],
  [[5n, 0n, 0n], 0],
  [[0n, 0n], undefined],
  [[7n, 7n, 3n], undefined],
  [[7n, 3n, 3n], 0],
  [[7n], undefined],
])('EVT-04 of %j the one at %j would win: nobody before the first score, alone or in a tie', (scores, leader) => {
  expect(leaderOf(scores)).toBe(leader)
})

const scoring: EventDocument['scoring'] = { by: 'points', awards: [[1], [7, 1], [7, 4, 1], [7, 5, 3, 1]] }
const played = (...scores: bigint[]): MatchGame => ({ scores, up: 0, ball: 1, isOver: false })

test.each<[string, bigint[], EventDocument['scoring'], number[] | undefined]>([
  ['two', [5n, 9n], scoring, [1, 7]],
  ['four', [30n, 10n, 40n, 20n], scoring, [5, 1, 7, 3]],
  ['somebody who has not scored', [5n, 0n], scoring, undefined],
  ['a tie', [5n, 9n, 5n], scoring, undefined],
  ['no awards', [5n, 9n], { by: 'points' }, undefined],
  ['awards of other sizes', [5n, 9n], { by: 'points', awards: [[1]] }, undefined],
  ['awards of too few places', [5n, 9n], { by: 'points', awards: [[1], [7]] }, undefined],
])('EVT-05 what a match gives if it ended now: %s', (_what, scores, by, awards) => {
  expect(endingOf(match({ players: scores.map((_, at) => `p${at}`) }), played(...scores), by)?.awards).toEqual(awards)
})

const event = (more: Partial<EventDocument>): EventDocument => ({
  format: 'multiball-event/1',
  name: 'Friday',
  status: 'playing',
  players: names.map((name, at) => ({ id: `p${at}`, name, out: false })),
  machines: [],
  matches: [],
  standings: [],
  queues: [],
  scoring,
  ...more,
})
const points = (...of: number[]) => of.map((given, at) => ({ player: `p${at}`, place: at + 1, points: given }))
const strikes = (...of: number[]) => of.map((given, at) => ({ player: `p${at}`, place: at + 1, strikes: given }))
const placesOf = (projected: ReturnType<typeof projectStandings>) =>
  projected && [...projected.values()].map(({ place, isOut }) => (isOut ? `${place} out` : String(place)))

test.each<[string, EventDocument, { players: string[]; awards: number[] }[], string[] | undefined]>([
  [
    'points are added, and the most are first',
    event({ standings: points(20, 18, 10, 5) }),
    [{ players: ['p0', 'p1'], awards: [1, 7] }],
    ['2', '1', '3', '4'],
  ],
  [
    'those in a tie share a place',
    event({ standings: points(20, 14, 10, 5) }),
    [
      { players: ['p0', 'p1'], awards: [1, 7] },
      { players: ['p2', 'p3'], awards: [1, 7] },
    ],
    ['1', '1', '4', '3'],
  ],
  ['tenths add up', event({ standings: points(0.3, 0.1) }), [{ players: ['p1'], awards: [0.2] }], ['1', '1']],
  [
    'fewest strikes are first, and who has too many is out',
    event({ scoring: { by: 'strikes', out_at: 3 }, standings: strikes(0, 1, 2, 2) }),
    [{ players: ['p0', 'p2'], awards: [0, 1] }],
    ['1', '2', '4 out', '3'],
  ],
  [
    'who is out already keeps the place',
    event({ scoring: { by: 'strikes', out_at: 3 }, standings: strikes(1, 1, 2, 3) }),
    [{ players: ['p0', 'p2'], awards: [0, 1] }],
    ['1', '1', '3 out', '4 out'],
  ],
  [
    'somebody’s points are not known',
    event({ standings: [...points(20, 18), { player: 'p2', place: 3 }] }),
    [{ players: ['p0', 'p1'], awards: [1, 7] }],
    undefined,
  ],
  ['nothing is sure', event({ standings: points(20, 18) }), [], undefined],
  [
    'nobody says what counts',
    event({ scoring: undefined, standings: points(20, 18) }),
    [{ players: ['p0', 'p1'], awards: [1, 7] }],
    undefined,
  ],
  [
    'players of the matches are not in the standings',
    event({ standings: points(20, 18) }),
    [{ players: ['p2', 'p3'], awards: [1, 7] }],
    undefined,
  ],
])('EVT-05 the standings if it ended now: %s', (_what, of, endings, places) => {
  expect(placesOf(projectStandings(of, endings))).toEqual(places)
})
