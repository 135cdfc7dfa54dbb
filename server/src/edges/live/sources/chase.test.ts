import { Entry } from '@multiball/shared/schema'
import type { Chase, Game, ScoreboardInput } from '@multiball/shared/schema'
import * as v from 'valibot'
import { addBoard, changeSettings } from '../../../core/boards/addBoard'
import { BoardChanges } from '../../../core/boards/changes'
import { builtInKinds } from '../../../core/boards/kinds'
import { claimSlot, removeClaim } from '../../../core/games/claims'
import { Games } from '../../../core/games/games.service'
import { gamesStore } from '../../../core/games/games.store'
import { anonymous } from '../../../ground/http/actors'
import { makeComboboard, makeLeaderboard, makeUser, makeVenueMachine, useTestDatabase } from '../../../testing'
import type { LiveHub } from '../hub'
import { startLive } from '../startLive'

const database = useTestDatabase()
const clock = { now: 0 }
let games: Games
let hub: LiveHub
let changes: BoardChanges
let owner: Awaited<ReturnType<typeof makeUser>>
let machine: number
/** statements that the boards have asked */
let asked = 0

beforeEach(async () => {
  const { db } = database
  // Half past eleven in the evening in Berlin.
  clock.now = Date.parse('2026-11-20T22:30:00Z')
  changes = new BoardChanges()
  games = new Games(gamesStore(db), { now: () => clock.now })
  const counted = db.withPlugin({
    transformQuery: ({ node }) => ((asked += 1), node),
    transformResult: async ({ result }) => result,
  })
  hub = startLive({ db: counted, games, changes }, { now: () => clock.now })
  owner = await makeUser(db)
  machine = await makeVenueMachine(db, owner.id)
})
afterEach(() => hub.close())

let [sessions, boards] = [0, 0]

/** Games on a machine: `play` begins one or goes on with it, `end` settles it with this score. */
function on(id: number) {
  let session_uuid: string | undefined
  let session_sequence = 0
  const post = (current_p1_score: number, active: boolean) => {
    session_uuid ??= (sessions += 1).toString(16).padStart(32, '0')
    session_sequence += 1
    return games.record(id, v.parse(Entry, { session_uuid, session_sequence, current_p1_score, active }))
  }
  return {
    play: (score: number) => post(score, true),
    async end(score: number) {
      await post(score, true)
      clock.now += 1000
      await post(score, false)
      session_uuid = undefined
    },
  }
}

async function board(settings: Partial<ScoreboardInput> = {}) {
  const { id, viewerKey } = await addBoard(database.db, 'scoreboard', owner.id, {
    title: `Bar ${(boards += 1)}`,
    is_public: true,
    venuemachine_items: [{ venuemachine: machine, order: 0 }],
    ...settings,
  })
  const state = async (key?: string) =>
    (await hub.open('scoreboard', id, anonymous, key)).channel.shown!.body as { data: Game[]; chase?: Chase }
  return { id, viewerKey, state, score: async (key?: string) => (await state(key)).chase?.score }
}

test('CHA-03 CHA-04 a board chases its machine’s best, as one from before does, and only a game that counts makes another one', async () => {
  expect(builtInKinds.scoreboard.fill({}, 1)).toMatchObject({ chase: 'all_time', chase_timezone: null })
  const { play, end } = on(machine)
  const { state, score } = await board()
  expect((await state()).chase).toBeUndefined()
  await end(700)
  const { data, chase } = await state()
  // By its time a wall knows that it was made in this very game.
  expect(chase).toEqual({ of: 'all_time', title: undefined, score: 700, player: null, settled_on: data[0]!.settled_on })
  await play(300)
  expect(await score()).toBe(700)
  const before = asked
  for (const points of [400, 900, 950]) {
    await play(points)
    expect(await score()).toBe(700)
  }
  expect(asked).toBe(before)
  await games.interrupt(machine)
  expect(await score()).toBe(700)
  await on(machine).end(700)
  expect((await state()).chase!.settled_on).toBe(data[0]!.settled_on)
  await on(machine).end(900)
  expect(await score()).toBe(900)
})

test('CHA-04 a score that is corrected and a name that is taken off or changed are so in the next state', async () => {
  const { db } = database
  const pat = await makeUser(db, { display_name: 'Pat L.' })
  const { state } = await board()
  await on(machine).end(700)
  const game = (await state()).data[0]!.id
  const told = async () => {
    const { chase } = await state()
    return [chase?.score, chase?.player?.cached_display_name]
  }
  await claimSlot(db, games, machine, 1, pat.id, clock.now)
  expect(await told()).toEqual([700, 'Pat L.'])
  await db.updateTable('users').set({ display_name: 'Robin' }).where('id', '=', pat.id).execute()
  await games.renamed(pat.id)
  expect(await told()).toEqual([700, 'Robin'])
  await removeClaim(db, games, async () => [], machine, 1, game)
  expect(await told()).toEqual([700, undefined])
  await db.updateTable('settled_scores').set({ score: 650n }).where('game_id', '=', game).execute()
  await games.claimed(machine)
  expect(await told()).toEqual([650, undefined])
})

test('CHA-03 the best of the day is that of the chosen time zone, until midnight there', async () => {
  const { play, end } = on(machine)
  const berlin = await board({ chase: 'day', chase_timezone: 'Europe/Berlin' })
  const utc = await board({ chase: 'day' })
  const month = await board({ chase: 'month' })
  const off = await board({ chase: 'off' })
  await end(700)
  await play(10)
  const scores = async () => Promise.all([berlin, utc, month, off].map(({ score }) => score()))
  expect(await scores()).toEqual([700, 700, 700, undefined])
  clock.now = Date.parse('2026-11-20T23:00:00Z')
  expect(await scores()).toEqual([undefined, 700, 700, undefined])
  clock.now = Date.parse('2026-12-01T00:00:00Z')
  expect(await scores()).toEqual([undefined, undefined, undefined, undefined])
})

test('CHA-03 CHA-06 the first of a leaderboard moves with it, in a grid too; a private one is told to insiders alone', async () => {
  const { db } = database
  const other = await makeVenueMachine(db, owner.id)
  const { id: leaderboard } = await makeLeaderboard(db, owner.id, { venueMachineIds: [other], title: 'League' })
  const { id, viewerKey, state, score } = await board({ chase: 'leaderboard', leaderboard })
  const grid = await makeComboboard(db, owner.id, {
    items: [
      { type: 'scoreboard', id },
      { type: 'scoreboard', id: (await board()).id },
    ],
  })
  const inGrid = async () => {
    const { boards } = (await hub.open('comboboard', grid.id, anonymous, undefined)).channel.shown!.body as {
      boards: { chase?: Chase }[]
    }
    return boards[0]!.chase?.score
  }
  await on(machine).play(10)
  expect([await score(), await inGrid()]).toEqual([undefined, undefined])
  await on(other).end(800)
  expect([await inGrid(), await score()]).toEqual([800, 800])
  expect((await state()).chase).toMatchObject({ of: 'leaderboard', title: 'League' })
  await db
    .updateTable('boards')
    .set({ is_public: false })
    .where('id', '=', leaderboard)
    .where('type', '=', 'leaderboard')
    .execute()
  changes.announce({ type: 'leaderboard', id: leaderboard, reason: 'updated' })
  // Read again in a moment.
  await hub.open('leaderboard', leaderboard, { type: 'user', userId: owner.id }, undefined)
  await new Promise(setImmediate)
  expect([await score(), await score(viewerKey), await inGrid()]).toEqual([undefined, 800, undefined])
  await changeSettings(db, 'scoreboard', id, owner.id, { leaderboard: null })
  changes.announce({ type: 'scoreboard', id, reason: 'updated' })
  expect(await score(viewerKey)).toBeUndefined()
})
