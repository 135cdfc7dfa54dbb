import * as v from 'valibot'
import { ComboboardInput } from './comboboard'
import { LeaderboardInput } from './leaderboard'
import {
  boardRef,
  machineRef,
  pictureRef,
  playerRef,
  referencePlaces,
  referencesIn,
  titleRef,
  withoutReferences,
} from './references'
import { ScoreboardInput } from './scoreboard'
import { SlideshowInput } from './slideshow'
import { StreamboardInput } from './streamboard'

const nested = v.object({
  logo: v.optional(v.nullable(pictureRef()), null),
  favourite: v.nullable(titleRef()),
  host: v.optional(playerRef()),
  rounds: v.array(
    v.object({ machines: v.pipe(v.array(machineRef()), v.minLength(1)), board: v.nullable(boardRef(['leaderboard'])) }),
  ),
  beside: v.object({
    board: v.nullable(boardRef(['scoreboard', 'leaderboard'], undefined, { kindIn: 'kind' })),
    kind: v.string(),
  }),
})

test.each<[string, v.GenericSchema, string[]]>([
  ['scoreboards', ScoreboardInput, ['leaderboard', 'venuemachine_items.*.venuemachine']],
  ['leaderboards', LeaderboardInput, ['items.*.id', 'venuemachines.*', 'players.*']],
  ['comboboards', ComboboardInput, ['items.*.item_id']],
  ['slideshows', SlideshowInput, ['items.*.item_id']],
  ['streamboards', StreamboardInput, ['scoreboard_items.*.scoreboard']],
  [
    'settings of any depth',
    nested,
    ['logo', 'favourite', 'host', 'rounds.*.machines.*', 'rounds.*.board', 'beside.board'],
  ],
])('BTY-15 where %s name something follows from their schema', (_what, schema, expected) => {
  expect(referencePlaces(schema).map(({ path }) => path.join('.'))).toEqual(expected)
})

const named = (schema: v.GenericSchema, settings: object) =>
  referencesIn(referencePlaces(schema), settings).map(({ place, kind, id }) => `${place} ${kind} ${id}`)

test.each<[string, v.GenericSchema, object, string[]]>([
  ['nothing', ScoreboardInput, { leaderboard: null, venuemachine_items: [] }, []],
  [
    'one and several',
    ScoreboardInput,
    { leaderboard: 4, venuemachine_items: [{ venuemachine: 9 }, { venuemachine: 7 }] },
    [
      'leaderboard leaderboard 4',
      'venuemachine_items.*.venuemachine venuemachine 9',
      'venuemachine_items.*.venuemachine venuemachine 7',
    ],
  ],
  [
    'by a kind that stands beside',
    LeaderboardInput,
    {
      items: [
        { id: 1, type: 'machinegroup' },
        { id: 2, type: 'venuemachine' },
      ],
      players: [3],
    },
    ['items.*.id machinegroup 1', 'items.*.id venuemachine 2', 'players.* player 3'],
  ],
  ['a kind that may not be named', ComboboardInput, { items: [{ item_type: 'slideshow', item_id: 1 }] }, []],
  ['what is no settings', ScoreboardInput, { leaderboard: 'four', venuemachine_items: { 0: 9 } }, []],
])('BTY-15 what settings name: %s', (_what, schema, settings, expected) => {
  expect(named(schema, settings)).toEqual(expected)
})

test.each<[string, v.GenericSchema, object, string, number, object]>([
  [
    'an entry of a list',
    ComboboardInput,
    {
      items: [
        { item_type: 'scoreboard', item_id: 1 },
        { item_type: 'leaderboard', item_id: 1 },
      ],
    },
    'scoreboard',
    1,
    { items: [{ item_type: 'leaderboard', item_id: 1 }] },
  ],
  [
    'a field of its own',
    ScoreboardInput,
    { leaderboard: 4, title: 'Bar', venuemachine_items: [{ venuemachine: 4 }] },
    'leaderboard',
    4,
    { leaderboard: null, title: 'Bar', venuemachine_items: [{ venuemachine: 4 }] },
  ],
  ['an id in a list of ids', LeaderboardInput, { players: [1, 2, 3] }, 'player', 2, { players: [1, 3] }],
  [
    'a field inside an entry',
    nested,
    {
      rounds: [
        { machines: [1], board: 5 },
        { machines: [2], board: 6 },
      ],
    },
    'leaderboard',
    5,
    { rounds: [{ machines: [2], board: 6 }] },
  ],
  [
    'what it does not name',
    StreamboardInput,
    { scoreboard_items: [{ scoreboard: 1 }] },
    'scoreboard',
    2,
    { scoreboard_items: [{ scoreboard: 1 }] },
  ],
])('BTY-15 settings without %s that is gone', (_what, schema, settings, kind, id, expected) => {
  expect(withoutReferences(referencePlaces(schema), settings, (one, of) => one === kind && of === id)).toEqual(expected)
})
