import { playerLines, standingOf } from './playerLines'
import { aGame, aPlayer } from './samples'

const claimed = (...players: (ReturnType<typeof aPlayer> | null)[]) =>
  aGame(
    players.map(() => 10),
    { scores: players.map((player, index) => ({ position: index + 1, score: 10, player })) },
  )

test.each([
  ['a claimed slot has its name', aPlayer('Maria'), 'Maria'],
  ['an unclaimed slot is Player N', null, 'Player 1'],
  ['initials where they are preferred', aPlayer('Maria', { initials: 'MOK', prefer_initials: true }), 'MOK'],
  ['the name where initials are preferred but missing', aPlayer('Maria', { prefer_initials: true }), 'Maria'],
  ['initials where the name is missing', aPlayer('', { initials: 'MOK' }), 'MOK'],
  ['a name that cannot be seen is none', aPlayer('\u200b\u2060'), 'Player 1'],
])('%s', (_, player, name) => expect(playerLines(claimed(player), true)[0]?.name).toBe(name))

test('players stand in the order of their slots', () => {
  const game = aGame([], { scores: [3, 1, 2].map((position) => ({ position, score: position, player: null })) })
  expect(playerLines(game, true).map((line) => line.position)).toEqual([1, 2, 3])
})

const places = (game: ReturnType<typeof aGame>, enabled = true) => playerLines(game, enabled).map((line) => line.place)

test('VSB-03 places of the live players, to the 4th', () =>
  expect(places(aGame([50, 60, 40, 30, 20, 10]))).toEqual(['2nd Place', '1st Place', '3rd Place', '4th Place', '', '']))
test('VSB-03 equal scores share the better place', () =>
  expect(places(aGame([50, 50, 40]))).toEqual(['1st Place', '1st Place', '3rd Place']))
test('VSB-03 places are exact beyond 2^53', () =>
  expect(places(aGame(['9007199254740992', '9007199254740993']))).toEqual(['2nd Place', '1st Place']))
test('VSB-03 none unless the board shows ranks', () => expect(places(aGame([50, 60]), false)).toEqual(['', '']))
test('VSB-03 none before somebody scored, none for one player alone', () => {
  expect(places(aGame([0, 0]))).toEqual(['', ''])
  expect(places(aGame([50]))).toEqual([''])
})

test('VSB-02 the player who is up is lit, and nobody else', () => {
  const lines = playerLines(aGame([50, 60, 40], { current_player: 3 }), true)
  expect(lines.map((line) => [line.isUp, line.isLit])).toEqual([
    [false, false],
    [false, false],
    [true, true],
  ])
})

test.each([
  ['first place once the game is over', [50, 60, 40], [false, true, false]],
  ['one of several firsts', [60, 60], [true, false]],
  ['nobody when nobody scored', [0, 0], [false, false]],
])('VSB-02 lights %s', (_, scores, lit) => {
  const lines = playerLines(aGame(scores, { current_player: 1, settled_on: '2026-11-20T21:42:00Z' }), true)
  expect(lines.map((line) => line.isLit)).toEqual(lit)
  expect(lines.some((line) => line.isUp)).toBe(false)
})

test.each([null, -1, 9])('VSB-02 nobody is up when current_player is %p', (current_player) =>
  expect(playerLines(aGame([1, 2], { current_player }), true).some((line) => line.isLit)).toBe(false),
)

test('CHA-07 places are those of the numbers on show', () => {
  const game = aGame([50, 60], { settled_on: '2026-11-20T21:42:00Z' })
  const lines = playerLines(
    game,
    true,
    standingOf(game, (slot) => (slot === 2 ? 49n : undefined)),
  )
  expect(lines.map(({ place, isLit }) => [place, isLit])).toEqual([
    ['1st Place', false],
    ['2nd Place', false],
  ])
})
