import { Streamboard, streamboardLayouts, streamboardSizes } from '@multiball/shared/schema'
import { call, makeScoreboard, makeVenueMachine, useTestDatabase } from '../../testing'
import { boardCalls, useBoardRoutes, type TestUser } from '../../testing/boardRoutesStage'

const database = useTestDatabase()
const stage = useBoardRoutes(database, ['streamboard', 'scoreboard'])
let first: number
let second: number

beforeEach(async () => {
  first = await aScoreboard(stage.owner)
  second = await aScoreboard(stage.owner)
})

async function aScoreboard(by: TestUser, { isPublic = true, machines = 1 } = {}) {
  const venueMachineIds: number[] = []
  while (venueMachineIds.length < machines) venueMachineIds.push(await makeVenueMachine(database.db, by.id))
  return (await makeScoreboard(database.db, by.id, { venueMachineIds, isPublic })).id
}

const items = (...scoreboards: (number | null)[]) => ({
  scoreboard_items: scoreboards.map((scoreboard, order) => ({ scoreboard, order })),
})
const input = (fields: object = {}) => ({ title: 'Finals', ...items(first), ...fields })
const { create, created, made, update, get, refuses } = boardCalls(stage, 'streamboard', Streamboard, input)

const plain = {
  size: '1280x720',
  type: 'oneUp',
  layout: 'ThreeCam',
  scoreboardsConfig: [],
  backgroundColor: '#000000',
  textColor: '#ffffff',
  highlightColor: '#ffdf00',
}

describe('API-02 streamboards', () => {
  test('ST-04 are public and plain unless said otherwise', async () => {
    expect(await created()).toEqual(
      made({
        title: 'Finals',
        is_public: true,
        moments: 'records',
        ...items(first),
        config_json: plain,
      }),
    )
  })

  test('ST-07 keep everything that is sent, and are read back the same', async () => {
    const player = { playerName: '<b>Zoë</b>', playerInfo: '‮evil', playerAddress: "O'Hare" }
    const config_json = {
      size: '1920x1080',
      type: 'multiUp',
      layout: 'FourCamHeadToHead',
      scoreboardsConfig: [
        { numPlayers: 1, players: [player] },
        { numPlayers: 1, players: [] },
      ],
      backgroundColor: '#00ff00',
      textColor: '#000',
      highlightColor: '#ff0000',
    }
    const board = await created({ ...items(second, first), config_json })
    expect(board).toMatchObject({ ...items(second, first), config_json })
    expect(await get(board.id)).toEqual(board)
    // As text too.
    expect(
      (await update(board.id, { ...items(second, first), config_json: JSON.stringify(config_json) })).body,
    ).toEqual(board)
  })

  test('API-10 half a character in a name is refused', async () => {
    const refused = await create({ config_json: { scoreboardsConfig: [{ players: [{ playerName: 'a\ud800' }] }] } })
    expect(refused).toMatchObject({ status: 400, body: { config_json: ['This text contains an invalid character'] } })
  })

  test.each([...streamboardSizes.map((size) => ({ size })), ...streamboardLayouts.map((layout) => ({ layout }))])(
    'ST-01 %j',
    async (config_json) => {
      expect((await created({ config_json })).config_json).toEqual({ ...plain, ...config_json })
    },
  )
})

describe('API-10 what is refused', () => {
  const noBoard = { scoreboard_items: ['Each item must specify a scoreboard'] }
  const multiUp = { config_json: { type: 'multiUp' } }

  test.each<[string, object, object]>([
    ['no items field', { scoreboard_items: undefined }, noBoard],
    ['items that are null', { scoreboard_items: null }, noBoard],
    ['no item', items(), noBoard],
    ['a scoreboard that was not chosen', items(null), noBoard],
    ['an item without a scoreboard', { scoreboard_items: [{ order: 0 }] }, noBoard],
    ['an item that is null', { scoreboard_items: [null] }, noBoard],
    ['one scoreboard for two machines', { ...items(1), ...multiUp }, noBoard],
    ['a scoreboard twice', { ...items(1, 1), ...multiUp }, { scoreboard_items: ['Each scoreboard must be unique'] }],
    ['two scoreboards for one machine', items(1, 2), { scoreboard_items: ['One machine has one scoreboard'] }],
    ['three scoreboards', { ...items(1, 2, 3), ...multiUp }, { scoreboard_items: ['At most 2 scoreboards'] }],
    [
      'two players on each of two machines',
      { ...items(1, 2), config_json: { type: 'multiUp', scoreboardsConfig: [{ numPlayers: 2 }] } },
      { config_json: ['With two machines each has one player'] },
    ],
    [
      'five players',
      { config_json: { scoreboardsConfig: [{ numPlayers: 5 }] } },
      { config_json: ['At most 4 players'] },
    ],
    ['an unknown layout', { config_json: { layout: 'NineCam' } }, { config_json: ['This value is not accepted'] }],
    ['an unknown size', { config_json: { size: '1x1' } }, { config_json: ['This value is not accepted'] }],
    [
      'a colour that is none',
      { config_json: { textColor: 'white' } },
      { config_json: ['Please enter a colour such as #1a2b3c'] },
    ],
    ['a config that is no JSON', { config_json: '{"size"' }, { config_json: ['This value is not accepted'] }],
    ['a config that is a list', { config_json: [] }, { config_json: ['This value is not accepted'] }],
    ['a config that is a number', { config_json: 5 }, { config_json: ['This value is not accepted'] }],
  ])('%s', (_title, fields, errors) => refuses(fields, errors))
})

describe('ST-02 the scoreboards of a streamboard', () => {
  const refused = {
    status: 400,
    body: { scoreboard_items: ['Only public scoreboards with exactly one machine can be used'] },
  }

  test.each([
    ['a public one with one machine', 'owner', {}, 201],
    ['a public one with one machine of somebody else', 'stranger', {}, 201],
    ['a private one', 'owner', { isPublic: false }, 400],
    ['a private one of somebody else', 'stranger', { isPublic: false }, 400],
    ['one with two machines', 'owner', { machines: 2 }, 400],
  ] as const)('API-10 %s', async (_title, whose, made, status) => {
    const scoreboard = await aScoreboard(whose === 'owner' ? stage.owner : stage.stranger, made)
    expect(await create(items(scoreboard))).toMatchObject(status === 201 ? { status } : refused)
  })

  test('API-10 one that is not there', async () => {
    expect(await create(items(999_999))).toMatchObject(refused)
  })

  test('stay where they are when they become private or get more machines', async () => {
    const board = await created()
    await database.db.updateTable('boards').set({ is_public: false }).where('id', '=', first).execute()
    expect((await update(board.id, { title: 'Renamed' })).status).toBe(200)
    expect(await create({ title: 'Another' })).toMatchObject(refused)
  })

  test('are left out when they are deleted, which is announced', async () => {
    const board = await created({ ...items(first, second), config_json: { type: 'multiUp' } })
    stage.announced.splice(0)
    await call(stage.app, 'DELETE', `/api/scoreboard/${first}/`, { token: stage.owner.token })
    expect(await get(board.id)).toEqual({ ...board, scoreboard_items: [{ scoreboard: second, order: 1 }] })
    expect(stage.announced).toEqual([
      { type: 'scoreboard', id: first, reason: 'deleted' },
      { type: 'streamboard', id: board.id, reason: 'updated' },
    ])
  })
})
