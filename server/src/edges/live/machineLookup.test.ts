import { BoardChanges } from '../../core/boards/changes'
import { Games } from '../../core/games/games.service'
import { gamesStore } from '../../core/games/games.store'
import { findMachine, makeLeaderboard, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { machineLookup } from './machineLookup'
import { startLive } from './startLive'

const database = useTestDatabase()
let ownerId: number
beforeAll(async () => {
  ownerId = (await makeUser(database.db)).id
})

/** The database, and how often it was asked which machine one is. */
function counting() {
  const asked = { count: 0 }
  const isAboutMachines = (node: object) => 'from' in node && JSON.stringify(node.from).includes('"venue_machines"')
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => ((asked.count += Number(isAboutMachines(node))), node),
    transformResult: async ({ result }) => result,
  })
  return { db, asked }
}

/** Work that waits until the test does it. */
function later() {
  const waiting: { work: () => void; delayMs: number }[] = []
  return {
    waiting,
    schedule: (work: () => void, delayMs: number) => void waiting.push({ work, delayMs }),
    run: () => waiting.splice(0).forEach(({ work }) => work()),
  }
}

const machines = (count: number) =>
  Promise.all(Array.from({ length: count }, () => makeVenueMachine(database.db, ownerId)))

test('LB-07 games that settle one after another are one question, and a machine that has moved is told', async () => {
  const { db, asked } = counting()
  const { waiting, schedule, run } = later()
  const clock = { now: 0 }
  const moved: number[] = []
  const lookUp = machineLookup(db, { elapsed: () => clock.now, schedule, onMoved: (id) => void moved.push(id) })
  const ids = await machines(20)
  for (const id of ids) expect(lookUp(id, true)).toBeUndefined()
  expect(waiting).toHaveLength(1)
  run()
  // Who asks before the answer waits for the next question.
  while (lookUp(ids[0]!, false) === undefined) await new Promise(setImmediate)
  const title = await findMachine(db)
  expect(ids.map((id) => lookUp(id, false))).toEqual(ids.map(() => title))
  run()
  const { count } = asked
  clock.now = 100
  const other = await findMachine(db, 'Fish Tales')
  await db.updateTable('venue_machines').set({ machine_id: other }).where('id', '=', ids[3]!).execute()
  for (const id of ids) lookUp(id, true)
  // A moment after the question before.
  expect(waiting.map(({ delayMs }) => delayMs)).toEqual([400])
  run()
  while (moved.length === 0) await new Promise(setImmediate)
  expect([moved, lookUp(ids[3]!, false), asked.count]).toEqual([[ids[3]], other, count + 1])
})

test('LB-07 where no board counts titles, nobody asks which machine one is', async () => {
  const { db, asked } = counting()
  const { waiting, schedule } = later()
  const games = new Games(gamesStore(db))
  const hub = startLive({ db, games, changes: new BoardChanges() }, { schedule })
  const [machine] = await machines(1)
  const settle = () => games.settledElsewhere([machine!])
  const open = async (counts: Parameters<typeof makeLeaderboard>[2]) => {
    const { id, viewerKey } = await makeLeaderboard(db, ownerId, counts)
    await hub.open('leaderboard', id, { type: 'anonymous' }, viewerKey)
  }
  await open({ venueMachineIds: [machine!] })
  settle()
  expect(waiting).toEqual([])
  await open({ machineIds: [await findMachine(db)] })
  const before = asked.count
  settle()
  expect(waiting).toHaveLength(1)
  waiting[0]!.work()
  expect(asked.count).toBe(before + 1)
  await hub.close()
})
