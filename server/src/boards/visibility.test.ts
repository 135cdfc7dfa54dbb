import { makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../testing'
import { readScoreboardBootstrap } from './scoreboards.store'
import { boardsShowing, canSee, visibleBoard } from './visibility'

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
  ['a device', { type: 'device', deviceId: 1, venueMachineId: 1 }, undefined, false],
] as const)('a private board and %s', (_title, actor, key, sees) => {
  expect(canSee(board, actor, key)).toBe(sees)
  expect(canSee({ ...board, is_public: true }, actor, key)).toBe(true)
})

test('visibleBoard throws one 404 for private, missing and unknown', async () => {
  const owner = await makeUser(database.db)
  const machine = await makeVenueMachine(database.db, owner.id)
  const { id, viewerKey } = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], isPublic: false })
  const missing = { status: 404, body: { detail: 'Item not found.' } }
  for (const [type, of] of [['scoreboard', id], ['scoreboard', 999_999], ['slideshow', id], ['users', id], ['scoreboard', Number.NaN]] as const) {
    await expect(visibleBoard(database.db, type, of, anonymous, undefined)).rejects.toMatchObject(missing)
  }
  expect(await visibleBoard(database.db, 'scoreboard', id, anonymous, viewerKey)).toMatchObject({ type: 'scoreboard', id, owner_id: owner.id })
  expect(await boardsShowing(database.db, machine)).toEqual([{ type: 'scoreboard', id }])
  expect(await readScoreboardBootstrap(database.db, id)).toMatchObject({
    id,
    items: [{ order: 1, venuemachine: { id: machine, venue: { name: 'Silver Ball Arcade' }, machine: { name: expect.stringMatching(/^Medieval/) } } }],
  })
})
