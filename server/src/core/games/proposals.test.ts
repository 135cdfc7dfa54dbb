import type { Player } from '@multiball/shared/schema'
import type { GameState } from './gameRules'
import { proposalOf, withProposed } from './proposals'

const posted = Date.parse('2026-11-24T20:00:00Z')
const minute = 60_000

const game = (scores: GameState['scores'], fields: Partial<GameState> = {}): GameState => ({
  sessionUuid: 'a'.repeat(32),
  generation: 0,
  sequence: 1n,
  startedAt: posted - minute,
  updatedAt: posted,
  durationMs: null,
  currentPlayer: 1,
  currentBall: 1,
  scores,
  modes: [],
  ...fields,
})
const over = (settledAt: number) => ({ ending: { settledAt, isSuccessful: true } })

const maria = { name: 'Maria', initials: 'MAR' }
const teo = { name: 'Teo', initials: 'TEO' }
const proposal = (players: (typeof maria | null)[] = [maria, teo]) =>
  proposalOf({ venuemachine: 1, since: new Date(posted).toISOString(), players }, new Date(posted))
const namesOn = (state: GameState, said = proposal(), claimed = new Map<number, Player>(), now = posted) =>
  [...withProposed(claimed, said, state, now)]
    .sort(([one], [other]) => one - other)
    .map(([slot, { cached_display_name }]) => `${slot} ${cached_display_name}`)

const named = ['1 Maria', '2 Teo']

test.each<[string, GameState, string[]]>([
  ['two play, as the program says', game([5n, 0n]), named],
  ['it began before the match did, and is not over', game([5n, 0n], { startedAt: posted - 60 * minute }), named],
  ['it was over before the match began', game([5n, 0n], over(posted - 1)), []],
  ['it was over after the match began', game([5n, 0n], over(posted)), named],
  ['four play', game([5n, 0n, 7n, 0n]), []],
  ['one plays, so far', game([5n]), []],
  ['two play, on slots that are not the first', game([5n, null, 7n]), []],
  ['nobody does yet', game([]), []],
])('BTY-46 the names of a match of two on a game of which it is known that %s', (_what, state, names) => {
  expect(namesOn(state)).toEqual(names)
})

test('BTY-46 a match of three of whom one is not named needs a game of three', () => {
  const three = proposal([maria, null, teo])
  expect([game([1n, 2n]), game([1n, 2n, 3n])].map((state) => namesOn(state, three))).toEqual([[], ['1 Maria', '3 Teo']])
})

test('BTY-46 whoever claimed a slot stands there whatever the program says, and its names go after 15 minutes', () => {
  const claimed = new Map([
    [2, { id: 7, cached_display_name: 'Ann', initials: 'ANN', prefer_initials: false, profile_picture: null }],
  ])
  expect(namesOn(game([1n, 2n]), proposal(), claimed)).toEqual(['1 Maria', '2 Ann'])
  expect(namesOn(game([1n, 2n, 3n, 4n]), proposal(), claimed)).toEqual(['2 Ann'])
  expect(
    [15 * minute - 1, 15 * minute].map((after) => namesOn(game([1n, 2n]), proposal(), new Map(), posted + after)),
  ).toEqual([named, []])
})
