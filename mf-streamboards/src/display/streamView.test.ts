import { makeGame, makePlayer } from '@multiball/shared/testing'
import type { StreamboardBootstrap } from '@multiball/shared/schema'
import { aBootstrap, someScores } from './samples'
import { shownSlots, streamView } from './streamView'

const player = { playerName: '', playerInfo: '', playerAddress: '' }

test.each([
  ['the first ones', 4, 2, [1, 2, 3, 4]],
  ['the first ones while nobody is up', 4, null, [1, 2, 3, 4]],
  ['a later one who is up, with those before', 4, 6, [3, 4, 5, 6]],
  ['whoever is up, where there is room for one', 1, 3, [3]],
])('VST-02 slots: %s', (_name, room, current, slots) => expect(shownSlots(room, current)).toEqual(slots))

describe('VST-02 how many players', () => {
  const shown = (numPlayers: number, scores: number[]) =>
    streamView(
      aBootstrap({ scoreboardsConfig: [{ numPlayers, players: [] }] }),
      someScores(makeGame(scores)),
    )[0]!.lines.map(({ score }) => score)

  test.each<[string, number, number[], (bigint | undefined)[]]>([
    ['as many as the owner says, those who have not begun too', 3, [10], [10n, undefined, undefined]],
    ['no more than that, when more came', 2, [10, 20, 30], [10n, 20n]],
    ['one', 1, [1, 2, 3, 4, 5, 6], [1n]],
  ])('%s', (_name, numPlayers, scores, lines) => expect(shown(numPlayers, scores)).toEqual(lines))

  test('one before the first game, with an empty configuration', () => {
    expect(streamView(aBootstrap(), someScores(null))[0]!.lines).toMatchObject([
      { name: 'Player 1', score: undefined, isUp: false },
    ])
  })
})

describe('VST-03 names', () => {
  const game = makeGame([10, 20, 30])
  game.scores[0]!.player = makePlayer({ cached_display_name: 'Maria Okonkwo' })
  game.scores[1]!.player = makePlayer({ cached_display_name: 'Teo Brandt', initials: 'TEO', prefer_initials: true })

  test('are the owner’s, else the game’s, else a number', () => {
    const players = [
      { ...player, playerName: 'The Champ', playerInfo: 'She/her', playerAddress: 'Leeds' },
      { ...player, playerAddress: '@teo' },
    ]
    const [station] = streamView(aBootstrap({ scoreboardsConfig: [{ numPlayers: 3, players }] }), someScores(game))
    expect(station!.lines.map(({ name, more }) => [name, more])).toEqual([
      ['The Champ', 'She/her · Leeds'],
      ['TEO', '@teo'],
      ['Player 3', ''],
    ])
  })

  test('of nothing but invisible characters are none', () => {
    const players = [{ ...player, playerName: '\u200b\u202e', playerInfo: '\u2066' }]
    expect(
      streamView(aBootstrap({ scoreboardsConfig: [{ numPlayers: 1, players }] }), someScores(game))[0]!.lines[0],
    ).toMatchObject({ name: 'Maria Okonkwo', more: '' })
  })
})

describe('who is lit', () => {
  const lit = (fields: Parameters<typeof makeGame>[1], scores = [10, 30, 20]) =>
    streamView(
      aBootstrap({ scoreboardsConfig: [{ numPlayers: 3, players: [] }] }),
      someScores(makeGame(scores, fields)),
    )[0]!.lines.map(({ isLit }) => isLit)

  test.each([
    ['who is up', { current_player: 3 }, [10, 30, 20], [false, false, true]],
    ['who won', { current_player: null, settled_on: '2026-01-01T00:00:00Z' }, [10, 30, 20], [false, true, false]],
    [
      'nobody, when nobody scored',
      { current_player: null, settled_on: '2026-01-01T00:00:00Z' },
      [0, 0, 0],
      [false, false, false],
    ],
  ])('VST-03 %s', (_name, fields, scores, expected) => expect(lit(fields, scores)).toEqual(expected))
})

test('VST-02 where not all players have room, who won a game that is over is among those shown', () => {
  const slots = (scores: number[]) =>
    streamView(
      aBootstrap({ scoreboardsConfig: [{ numPlayers: 2, players: [] }] }),
      someScores(makeGame(scores, { current_player: 4, settled_on: '2026-01-01T00:00:00Z' })),
    )[0]!.lines.map(({ slot, isLit }) => [slot, isLit])
  expect(slots([40, 30, 20, 10])).toEqual([
    [1, true],
    [2, false],
  ])
  expect(slots([10, 20, 40, 30])).toEqual([
    [2, false],
    [3, true],
  ])
})

describe('VST-02 two machines', () => {
  const items: StreamboardBootstrap['items'] = [
    {
      order: 1,
      scoreboard: 8,
      venuemachine: { id: 12, machine: { id: 4, name: 'Moon Miner' }, venue: { id: 5, name: 'Silver Lane Arcade' } },
    },
    {
      order: 0,
      scoreboard: 7,
      venuemachine: { id: 11, machine: { id: 3, name: 'Dragon’s Keep' }, venue: { id: 5, name: 'Silver Lane Arcade' } },
    },
  ]
  const config = {
    type: 'multiUp' as const,
    scoreboardsConfig: [
      { numPlayers: 1, players: [{ ...player, playerName: 'Ann' }] },
      { numPlayers: 1, players: [{ ...player, playerName: 'Bob' }] },
    ],
  }
  const state = (scoreboard: number, order: number, score: number) => ({
    scoreboard,
    order,
    venuemachine_id: scoreboard + 4,
    session: makeGame([score], { id: scoreboard }),
  })

  test('each in its place, with its own player and score', () => {
    const stations = streamView(
      { ...aBootstrap(config), items },
      { data: [state(8, 1, 200), state(7, 0, 100)], epoch: 'a', seq: 1 },
    )
    expect(stations.map(({ machine, lines }) => [machine, lines.map(({ name, score }) => [name, score])])).toEqual([
      ['Dragon’s Keep', [['Ann', 100n]]],
      ['Moon Miner', [['Bob', 200n]]],
    ])
  })

  test('one whose scoreboard is gone or private keeps its place, without scores', () => {
    const { machine: _machine, ...unnamed } = { ...items[0]!, machine: undefined }
    const stations = streamView(
      { ...aBootstrap(config), items: [{ ...unnamed, venuemachine: undefined, error: 'This board is private' }] },
      { data: [], epoch: 'a', seq: 1 },
    )
    expect(
      stations.map(({ machine, isMissing, lines }) => [machine, isMissing, lines[0]!.name, lines[0]!.score]),
    ).toEqual([
      ['', true, 'Ann', undefined],
      ['', true, 'Bob', undefined],
    ])
  })
})
