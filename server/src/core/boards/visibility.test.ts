import { builtInTypes, type BoardType } from '@multiball/shared/schema'
import {
  call,
  findMachine,
  makeComboboard,
  makeLeaderboard,
  makeScoreboard,
  makeSlideshow,
  makeStreamboard,
  makeUser,
  makeVenueMachine,
  useTestDatabase,
} from '../../testing'
import { useBoardRoutes } from '../../testing/boardRoutesStage'
import { scoreboardSettings } from '../../testing/shownSettings'
import {
  boardsContaining,
  boardsShowing,
  canSee,
  opens,
  opensMachine,
  othersBoardsShowing,
  visibleBoard,
} from './visibility'

const database = useTestDatabase()
const anonymous = { type: 'anonymous' } as const
const board = { is_public: false, owner_id: 1, viewer_key: 'the-key' }

test.each([
  ['the owner', { type: 'user', userId: 1 }, undefined, true],
  ['another user', { type: 'user', userId: 2 }, undefined, false],
  ['nobody', anonymous, undefined, false],
  ['the key’s holder', anonymous, 'the-key', true],
  ['a wrong key', anonymous, 'the-kex', false],
  ['an empty key', anonymous, '', false],
  ['a device', { type: 'device', deviceId: 1, venueMachineId: 1, signedOnAt: 0 }, undefined, false],
] as const)('a private board and %s', (_title, actor, key, sees) => {
  expect(canSee(board, actor, key)).toBe(sees)
  expect(canSee({ ...board, is_public: true }, actor, key)).toBe(true)
})

test('visibleBoard throws one 404 for private, missing and unknown', async () => {
  const owner = await makeUser(database.db)
  const machine = await makeVenueMachine(database.db, owner.id)
  const { id, viewerKey } = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], isPublic: false })
  const missing = { status: 404, body: { detail: 'Item not found.' } }
  for (const [type, of] of [
    ['scoreboard', id],
    ['scoreboard', 999_999],
    ['slideshow', id],
    ['users', id],
    ['scoreboard', Number.NaN],
  ] as const) {
    await expect(visibleBoard(database.db, type, of, anonymous, undefined)).rejects.toMatchObject(missing)
  }
  expect(await visibleBoard(database.db, 'scoreboard', id, anonymous, viewerKey)).toMatchObject({
    type: 'scoreboard',
    id,
    owner_id: owner.id,
  })
  expect(await scoreboardSettings(database.db, id)).toMatchObject({
    id,
    items: [
      {
        order: 1,
        venuemachine: {
          id: machine,
          venue: { name: 'Silver Ball Arcade' },
          machine: { name: expect.stringMatching(/^Medieval/) },
        },
      },
    ],
  })
})

describe('boards that show each other', () => {
  const stage = useBoardRoutes(database, builtInTypes)
  let machine: number
  let chain: Awaited<ReturnType<typeof makeChain>>

  beforeEach(async () => {
    machine = await makeVenueMachine(database.db, stage.owner.id)
    chain = await makeChain(stage.owner.id)
  })

  /** A private slideshow of a comboboard of a scoreboard with an idle leaderboard, all of one owner; beside each another one. */
  async function makeChain(ownerId: number) {
    const leaderboard = await makeLeaderboard(database.db, ownerId, {
      machineIds: [await findMachine(database.db)],
      isPublic: false,
    })
    const scoreboard = await makeScoreboard(database.db, ownerId, {
      venueMachineIds: [machine],
      leaderboard: leaderboard.id,
      isPublic: false,
    })
    const beside = await makeScoreboard(database.db, ownerId, { venueMachineIds: [machine], isPublic: false })
    const comboboard = await makeComboboard(database.db, ownerId, {
      items: [{ type: 'scoreboard', id: scoreboard.id }],
      isPublic: false,
    })
    const slideshow = await makeSlideshow(database.db, ownerId, {
      items: [{ type: 'comboboard', id: comboboard.id }],
      isPublic: false,
    })
    return { leaderboard, scoreboard, comboboard, slideshow, beside }
  }

  const order = ['leaderboard', 'scoreboard', 'comboboard', 'slideshow'] as const

  test.each(order.map((type, depth) => [type, order.slice(0, depth + 1)] as const))(
    'the key of the %s opens %j and nothing else',
    async (type, opened) => {
      const { viewerKey: key } = chain[type]
      for (const other of order) {
        const isOpened = opened.includes(other)
        expect([other, await opens(database.db, key, other, chain[other].id)]).toEqual([other, isOpened])
        const { status } = await call(stage.app, 'GET', `/api/${other}/${chain[other].id}/?key=${key}`)
        expect([other, status]).toEqual([other, isOpened ? 200 : 404])
      }
      expect(await opens(database.db, key, 'scoreboard', chain.beside.id)).toBe(false)
      expect(await opens(database.db, key, 'scoreboard', 999_999)).toBe(false)
      expect(await opensMachine(database.db, key, machine)).toBe(type !== 'leaderboard')
    },
  )

  test.each(['', 'x', 'a'.repeat(128)])('the key %j opens nothing', async (key) => {
    for (const type of order) expect(await opens(database.db, key, type, chain[type].id)).toBe(false)
    expect(await opensMachine(database.db, key, machine)).toBe(false)
  })

  test('a key never opens the private board of another owner', async () => {
    // They were public when somebody else put them there.
    const { id: scoreboard } = chain.scoreboard
    const theirs = await makeSlideshow(database.db, stage.stranger.id, {
      items: [{ type: 'scoreboard', id: scoreboard }],
      isPublic: false,
    })
    const theirCombo = await makeComboboard(database.db, stage.stranger.id, {
      items: [{ type: 'scoreboard', id: scoreboard }],
    })
    const around = await makeSlideshow(database.db, stage.owner.id, {
      items: [{ type: 'comboboard', id: theirCombo.id }],
      isPublic: false,
    })
    for (const { viewerKey } of [theirs, theirCombo, around]) {
      expect(await opens(database.db, viewerKey, 'scoreboard', scoreboard)).toBe(false)
      expect(await opens(database.db, viewerKey, 'leaderboard', chain.leaderboard.id)).toBe(false)
      expect(await opensMachine(database.db, viewerKey, machine)).toBe(false)
      expect((await call(stage.app, 'GET', `/api/scoreboard/${scoreboard}/?key=${viewerKey}`)).status).toBe(404)
    }
  })

  test('a key does not open the machine of another owner', async () => {
    const { viewerKey } = await makeScoreboard(database.db, stage.stranger.id, {
      venueMachineIds: [machine],
      isPublic: false,
    })
    expect(await opensMachine(database.db, viewerKey, machine)).toBe(false)
    expect(await opensMachine(database.db, chain.beside.viewerKey, machine)).toBe(true)
  })

  test('a board that is taken out is no longer opened', async () => {
    await database.db.deleteFrom('board_references').where('board_id', '=', chain.comboboard.id).execute()
    expect(await opens(database.db, chain.slideshow.viewerKey, 'scoreboard', chain.scoreboard.id)).toBe(false)
    expect(await opens(database.db, chain.slideshow.viewerKey, 'comboboard', chain.comboboard.id)).toBe(true)
  })

  test('boardsContaining names what shows a board itself, boardsShowing what names a machine', async () => {
    const { leaderboard, scoreboard, comboboard, slideshow, beside } = chain
    const stream = await makeStreamboard(database.db, stage.stranger.id, { scoreboardIds: [scoreboard.id] })
    const containing = (type: BoardType, id: number) => boardsContaining(database.db, { type, id })
    expect(await containing('leaderboard', leaderboard.id)).toEqual([{ type: 'scoreboard', id: scoreboard.id }])
    expect(await containing('scoreboard', scoreboard.id)).toEqual([
      { type: 'comboboard', id: comboboard.id },
      { type: 'streamboard', id: stream.id },
    ])
    expect(await containing('comboboard', comboboard.id)).toEqual([{ type: 'slideshow', id: slideshow.id }])
    expect(await containing('slideshow', slideshow.id)).toEqual([])

    const counting = await makeLeaderboard(database.db, stage.stranger.id, {
      venueMachineIds: [machine],
      onlyVenueMachineIds: [machine],
    })
    const listed = await makeLeaderboard(database.db, stage.owner.id, {
      machineIds: [await findMachine(database.db)],
      onlyVenueMachineIds: [machine],
    })
    expect(await boardsShowing(database.db, [machine])).toEqual([
      { type: 'leaderboard', id: counting.id },
      { type: 'leaderboard', id: listed.id },
      { type: 'scoreboard', id: scoreboard.id },
      { type: 'scoreboard', id: beside.id },
    ])
    expect(await othersBoardsShowing(database.db, [machine], stage.owner.id)).toEqual([
      { type: 'leaderboard', id: counting.id },
    ])
    expect(await othersBoardsShowing(database.db, [], stage.owner.id)).toEqual([])
  })

  describe('used_by', () => {
    const uses = (type: BoardType, id: number) =>
      call(stage.app, 'GET', `/api/${type}/${id}/used_by/`, { token: stage.owner.token })

    test('names one’s own boards, and public ones of others', async () => {
      const { id } = chain.scoreboard
      const stream = await makeStreamboard(database.db, stage.stranger.id, {
        scoreboardIds: [id],
        title: 'Their stream',
      })
      await makeComboboard(database.db, stage.stranger.id, {
        items: [{ type: 'scoreboard', id }],
        isPublic: false,
        title: 'Their secret',
      })
      expect(await uses('scoreboard', id)).toMatchObject({
        status: 200,
        body: {
          results: [
            { type: 'comboboard', id: chain.comboboard.id, title: expect.any(String) },
            { type: 'streamboard', id: stream.id, title: 'Their stream' },
          ],
        },
      })
      expect((await uses('leaderboard', chain.leaderboard.id)).body).toMatchObject({
        results: [{ type: 'scoreboard', id }],
      })
      expect((await uses('comboboard', chain.comboboard.id)).body).toMatchObject({
        results: [{ type: 'slideshow', id: chain.slideshow.id }],
      })
      expect((await uses('slideshow', chain.slideshow.id)).body).toEqual({ results: [] })
      expect((await uses('scoreboard', chain.beside.id)).body).toEqual({ results: [] })
    })
  })
})
