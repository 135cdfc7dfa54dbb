import type { Streamboard } from '@multiball/shared/schema'
import {
  streamboardDraft,
  streamboardInput,
  withPlayer,
  withType,
  type PlayersConfig,
  type StreamboardDraft,
} from './streamboardDraft'

type Cast = Pick<StreamboardDraft, 'type' | 'scoreboard_items' | 'scoreboardsConfig'>

const override = (playerName: string) => ({ playerName, playerInfo: '', playerAddress: '' })
const cast = (numPlayers: number, ...names: string[]): PlayersConfig => ({ numPlayers, players: names.map(override) })
const items = (...scoreboards: (number | null)[]) => scoreboards.map((scoreboard, order) => ({ scoreboard, order }))

test.each<[string, Cast, Cast['type'], Cast]>([
  [
    'to multiUp: one player an item, and two items',
    { type: 'oneUp', scoreboard_items: items(7), scoreboardsConfig: [cast(4)] },
    'multiUp',
    { type: 'multiUp', scoreboard_items: items(7, null), scoreboardsConfig: [cast(1), cast(1)] },
  ],
  [
    'to multiUp: what was typed of the others stays out of sight',
    { type: 'oneUp', scoreboard_items: items(7), scoreboardsConfig: [cast(2, 'Ann', 'Bob')] },
    'multiUp',
    { type: 'multiUp', scoreboard_items: items(7, null), scoreboardsConfig: [cast(1, 'Ann', 'Bob'), cast(1)] },
  ],
  [
    'to oneUp: only the first item is kept',
    { type: 'multiUp', scoreboard_items: items(7, 8), scoreboardsConfig: [cast(1, 'Ann'), cast(1, 'Bob')] },
    'oneUp',
    { type: 'oneUp', scoreboard_items: items(7), scoreboardsConfig: [cast(1, 'Ann')] },
  ],
  [
    'to oneUp: the first item, chosen or not',
    { type: 'multiUp', scoreboard_items: items(null, 8), scoreboardsConfig: [cast(1), cast(1)] },
    'oneUp',
    { type: 'oneUp', scoreboard_items: items(null), scoreboardsConfig: [cast(1)] },
  ],
  [
    'to what it is: nothing changes',
    { type: 'oneUp', scoreboard_items: items(7), scoreboardsConfig: [cast(3, 'Ann')] },
    'oneUp',
    { type: 'oneUp', scoreboard_items: items(7), scoreboardsConfig: [cast(3, 'Ann')] },
  ],
])('ST-05 %s', (_name, before, type, after) => expect(withType(before, type)).toEqual(after))

describe('the draft', () => {
  const stored = (fields: Partial<Streamboard> = {}): Streamboard => ({
    id: 51,
    title: 'Finals',
    is_public: true,
    moments: 'all',
    user_roles: [],
    scoreboard_items: [
      { scoreboard: 7, order: 0 },
      { scoreboard: 8, order: 1 },
    ],
    config_json: { ...looks, type: 'multiUp', scoreboardsConfig: [cast(1, 'Ann'), cast(1)] },
    ...fields,
  })
  const looks = {
    size: '1920x1080',
    layout: 'TwoCamHeadToHead',
    backgroundColor: '#101010',
    textColor: '#fefefe',
    highlightColor: '#00ff00',
  } as const

  test('ST-04 of a new streamboard has the defaults', () => {
    expect(streamboardDraft(undefined)).toEqual({
      title: '',
      layout: 'ThreeCam',
      size: '1280x720',
      type: 'oneUp',
      scoreboard_items: [{ scoreboard: null, order: 0 }],
      scoreboardsConfig: [{ numPlayers: 1, players: [] }],
      backgroundColor: '#000000',
      textColor: '#ffffff',
      highlightColor: '#ffdf00',
      moments: 'records',
    })
  })

  test('ST-07 is sent as it was stored, always public', () => {
    const { title, scoreboard_items, config_json } = stored({ is_public: false })
    const players = [{ ...config_json.scoreboardsConfig[0]! }, { numPlayers: 1, players: [override('')] }]
    expect(streamboardInput(streamboardDraft(stored({ is_public: false })))).toEqual({
      title,
      is_public: true,
      moments: 'all',
      scoreboard_items,
      config_json: { ...config_json, scoreboardsConfig: players },
    })
  })

  test('has an empty place where a scoreboard was deleted', () => {
    expect(streamboardDraft(stored({ scoreboard_items: [{ scoreboard: 8, order: 1 }] })).scoreboard_items).toEqual(
      items(null, 8),
    )
  })

  test('is sent without players who are not shown', () => {
    const draft = { ...streamboardDraft(undefined), scoreboardsConfig: [cast(1, 'Ann', 'Bob')] }
    expect(streamboardInput(draft).config_json.scoreboardsConfig).toEqual([cast(1, 'Ann')])
  })
})

test.each<[string, PlayersConfig, number, PlayersConfig]>([
  ['the first', cast(2), 0, cast(2, 'Zed')],
  ['one behind others who have none', cast(4), 2, cast(4, '', '', 'Zed')],
  ['one of several', cast(2, 'Ann', 'Bob'), 1, cast(2, 'Ann', 'Zed')],
])('ST-03 typing the name of %s', (_name, before, at, after) =>
  expect(withPlayer(before, at, { playerName: 'Zed' })).toEqual(after),
)
