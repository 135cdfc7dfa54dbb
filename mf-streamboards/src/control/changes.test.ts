import { StreamboardConfig, type StreamControl } from '@multiball/shared/schema'
import * as v from 'valibot'
import { matchAt, merged, swapped, withChange, withQueue } from './changes'

const player = (playerName: string, playerInfo = '') => ({ playerName, playerInfo, playerAddress: '' })
const one = (...names: string[]): StreamControl => ({
  revision: 1,
  is_hidden: false,
  is_frozen: false,
  holds_moments: false,
  matches: [],
  match: -1,
  config_json: v.parse(StreamboardConfig, {
    scoreboardsConfig: [{ numPlayers: names.length, players: names.map((name) => player(name, `${name}’s`)) }],
  }),
})
const pair = (): StreamControl => ({
  ...one('A'),
  config_json: v.parse(StreamboardConfig, {
    type: 'multiUp',
    scoreboardsConfig: ['Ann', 'Bob'].map((name) => ({ numPlayers: 1, players: [player(name)] })),
  }),
})
const namesOf = ({ config_json }: StreamControl) =>
  config_json.scoreboardsConfig.map(({ numPlayers, players }) => [
    numPlayers,
    players.map(({ playerName, playerInfo }) => playerName + playerInfo),
  ])

test.each<[string, string[], string[]]>([
  ['two change places', ['A', 'B'], ['BB’s', 'AA’s']],
  ['of three the last comes first', ['A', 'B', 'C'], ['CC’s', 'AA’s', 'BB’s']],
  ['of four the second two', ['A', 'B', 'C', 'D'], ['CC’s', 'DD’s', 'AA’s', 'BB’s']],
])('CTL-07 %s, with all that was typed of them', (_what, names, expected) => {
  const control = one(...names)
  expect(namesOf(withChange(control, swapped(control.config_json)))).toEqual([[names.length, expected]])
})

test('CTL-07 on two machines the players change machines; one player alone cannot', () => {
  const control = pair()
  expect(namesOf(withChange(control, swapped(control.config_json)))).toEqual([
    [1, ['Bob']],
    [1, ['Ann']],
  ])
  expect(swapped(one('A').config_json)).toBeUndefined()
})

test('CTL-06 a match has its own names and as many players; nothing of those before stays', () => {
  const control = { ...one('A', 'B', 'C'), matches: [['Di', 'Eve'], ['Flo']] }
  const first = withChange(control, matchAt(control, 0))
  expect([namesOf(first), first.match]).toEqual([[[2, ['Di', 'Eve', 'CC’s']]], 0])
  expect(namesOf(withChange(first, matchAt(first, 1)))[0]).toEqual([1, ['Flo', 'Eve', 'CC’s']])
  expect(matchAt(first, 2)).toBeUndefined()
  expect(matchAt(first, -1)).toBeUndefined()
  const two = { ...pair(), matches: [['Di', 'Eve', 'Gus'], ['Flo']] }
  expect(namesOf(withChange(two, matchAt(two, 0)))).toEqual([
    [1, ['Di']],
    [1, ['Eve']],
  ])
  expect(namesOf(withChange(two, matchAt(two, 1)))).toEqual([
    [1, ['Flo']],
    [1, ['']],
  ])
})

test('CTL-03 of two changes each field has what came later', () => {
  const seat = { station: 0, player: 0 }
  const all = merged(
    merged(undefined, { players: [{ ...seat, playerName: 'A', playerInfo: 'x' }], layout: 'OneCam' }),
    {
      players: [
        { ...seat, playerName: 'B' },
        { station: 1, player: 0, playerName: 'C' },
      ],
      is_hidden: true,
    },
  )
  expect(all).toEqual({
    players: [
      { ...seat, playerName: 'B', playerInfo: 'x' },
      { station: 1, player: 0, playerName: 'C' },
    ],
    layout: 'OneCam',
    is_hidden: true,
  })
  expect(merged({ is_frozen: true }, { is_frozen: false })).toEqual({ is_frozen: false })
})

test.each<[string, string[][], number, string[][], number]>([
  [
    'in another order of as many matches it stays the one that is on',
    [
      ['A', 'B'],
      ['C', 'D'],
      ['E', 'F'],
    ],
    0,
    [
      ['E', 'F'],
      ['C', 'D'],
      ['A', 'B'],
    ],
    2,
  ],
  [
    'with its names corrected too',
    [
      ['A', 'B'],
      ['C', 'D'],
    ],
    1,
    [
      ['A', 'B'],
      ['C', 'Dora'],
    ],
    1,
  ],
  [
    'with one more before it too',
    [
      ['A', 'B'],
      ['C', 'D'],
    ],
    1,
    [
      ['X', 'Y'],
      ['A', 'B'],
      ['C', 'D'],
    ],
    2,
  ],
  [
    'of two alike too',
    [
      ['A', 'B'],
      ['A', 'B'],
    ],
    1,
    [
      ['A', 'B'],
      ['A', 'B'],
      ['C', 'D'],
    ],
    1,
  ],
  [
    'where it is taken out, the one after it is next',
    [
      ['A', 'B'],
      ['C', 'D'],
      ['A', 'B'],
      ['E', 'F'],
    ],
    1,
    [
      ['A', 'B'],
      ['A', 'B'],
      ['E', 'F'],
    ],
    0,
  ],
  [
    'where all that was played is taken out, too',
    [
      ['A', 'B'],
      ['C', 'D'],
      ['E', 'F'],
    ],
    1,
    [['E', 'F']],
    -1,
  ],
  [
    'where the last one is taken out, none is next',
    [
      ['A', 'B'],
      ['C', 'D'],
    ],
    1,
    [['A', 'B']],
    0,
  ],
  [
    'another queue begins with its first',
    [
      ['A', 'B'],
      ['C', 'D'],
    ],
    1,
    [
      ['G', 'H'],
      ['I', 'J'],
      ['K', 'L'],
    ],
    -1,
  ],
])('CTL-06 the place in a queue that is changed: %s', (_what, before, match, after, expected) => {
  const control = { ...one('A', 'B'), matches: before, match }
  expect(withChange(control, withQueue(control, after)).match).toBe(expected)
})
