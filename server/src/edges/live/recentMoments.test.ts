import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Moment } from '@multiball/shared/schema'
import { WebSocket } from 'ws'
import type { RecentEntry } from '../../core/games/moments/moments.store'
import { call, makeScoreboard, makeUser, makeVenue, makeVenueMachine, useTestDatabase } from '../../testing'
import { makeDeviceKey } from '../../testing/devices'
import { settle, stage as hubStage, until } from '../../testing/hubStage'
import { buildWholeApp } from '../../testing/wholeApp'
import type { WholeApp } from '../../testing/wholeApp'

interface Told extends Partial<Omit<RecentEntry, 'moment'>> {
  id: string
  machine?: number
  venue?: number
  player?: string
  state?: Moment['state']
}

/** A hub whose stream of moments is that of the test, and what its viewers are shown of it. */
async function stage() {
  const stream: RecentEntry[] = []
  const asked: number[] = []
  const trouble = { isAway: false }
  const hub = await hubStage({
    readMoments: async (after) => {
      asked.push(after)
      if (trouble.isAway) throw new Error('The database is away')
      return stream.filter(({ moment }) => moment.place > after)
    },
  })
  const put = ({ id, machine = 1, venue = 1, player, state = 'told', ...entry }: Told) => {
    const at = stream.findIndex(({ moment }) => moment.id === id)
    if (at >= 0) stream.splice(at, 1)
    const place = 1 + Math.max(0, ...stream.map(({ moment }) => moment.place), ...asked)
    stream.push({
      moment: {
        ...{ id, place, state, kind: id.split(':')[0]!, game: place, position: 1, score: 500, previous: null },
        venuemachine: { id: machine, venue: { id: venue, name: 'Pub' }, machine: { id: 100, name: 'Godzilla' } },
        player:
          player === undefined
            ? null
            : { id: 8, cached_display_name: player, initials: 'ANN', prefer_initials: false, profile_picture: null },
        happened_on: new Date(place).toISOString(),
        told_on: new Date(place).toISOString(),
      },
      ...{ venueMachineIds: [machine], ownerId: 1, isOpen: true, countsElsewhere: true, ageMs: 0, ...entry },
    })
    return place
  }
  const idsIn = (state: unknown) => ((state as { moments?: Moment[] }).moments ?? []).map(({ id }) => id)
  return {
    ...hub,
    stream,
    asked,
    trouble,
    put,
    idsIn,
    /** puts entries into the stream and says so */
    tell: async (...told: Told[]) => {
      const places = told.map(put)
      hub.hub.momentsTold(new Set(), Math.min(...places) - 1)
      await settle()
      await hub.pass(0)
    },
    /** the ids that a board shows to those with its key, or to everyone */
    shown: async (type: string, id: number, key?: string) => idsIn(await hub.stateOf(type, id, key)),
  }
}

test('MOM-20 a state has the moments of the last 15 s of what its board shows or counts, and of its venue where they are the venue’s', async () => {
  const { setBoard, setLeaderboard, setContainer, tell, shown, pass } = await stage()
  setBoard(2)
  setBoard(3)
  setLeaderboard(4, { venueMachines: [1] })
  setLeaderboard(5, { machines: [100] })
  setContainer(6, [{ type: 'scoreboard', id: 1 }])
  const boards = [
    ['scoreboard', 1],
    ['scoreboard', 2],
    ['scoreboard', 3],
    ['leaderboard', 4],
    ['leaderboard', 5],
    ['comboboard', 6],
  ] as const
  const all = async () => Object.fromEntries(await Promise.all(boards.map(async ([t, id]) => [id, await shown(t, id)])))
  await all()
  await tell({ id: 'machine_record:1:1' }, { id: 'venue_record:2:1', venueMachineIds: [1, 2], ageMs: 5_000 })
  const [one, venue] = [['machine_record:1:1'], ['venue_record:2:1']]
  const both = [...venue, ...one]
  expect(await all()).toEqual({ 1: both, 2: venue, 3: [], 4: both, 5: both, 6: both })
  await pass(10_000)
  expect(await all()).toEqual({ 1: one, 2: [], 3: [], 4: one, 5: one, 6: one })
  await pass(5_000)
  expect(await all()).toEqual({ 1: [], 2: [], 3: [], 4: [], 5: [], 6: [] })
})

test('MOM-21 a viewer is sent a moment once it is told, as it is corrected and withdrawn, and without it once its time is over', async () => {
  const { watch, tell, pass, idsIn, setBoard, rename, put } = await stage()
  setBoard(2)
  const [viewer, other] = [await watch(1), await watch(2)]
  for (const { hears } of [viewer, other]) await hears(1)
  const newest = async (count: number) => {
    await pass(60)
    await viewer.hears(count)
    return (viewer.heard.at(-1) as { moments?: Moment[] }).moments?.map(({ id, state, player }) =>
      [state, id, player?.cached_display_name].filter(Boolean).join(' '),
    )
  }
  await tell({ id: 'machine_record:1:1' })
  expect(await newest(2)).toEqual(['told machine_record:1:1'])
  await tell({ id: 'machine_record:1:1', state: 'corrected', player: 'Ann' })
  expect(await newest(3)).toEqual(['corrected machine_record:1:1 Ann'])
  put({ id: 'machine_record:1:1', state: 'corrected', player: 'Anna' })
  rename(8)
  await settle()
  expect(await newest(4)).toEqual(['corrected machine_record:1:1 Anna'])
  await tell({ id: 'machine_record:1:1', state: 'withdrawn' })
  expect(await newest(5)).toEqual(['withdrawn machine_record:1:1'])
  await tell({ id: 'day_record:2:1', state: 'withdrawn' }, { id: 'month_record:3:1' })
  expect(await newest(6)).toEqual(['withdrawn machine_record:1:1', 'told month_record:3:1'])
  await pass(15_000)
  expect(await newest(7)).toBeUndefined()
  expect(other.heard.map(idsIn)).toEqual([[]])
})

test('MOM-22 everyone is shown moments of machines that everybody may see, insiders also those of the owner’s others', async () => {
  const { setBoard, setLeaderboard, tell, shown, watch, put, hub, idsIn, pass, stream } = await stage()
  setLeaderboard(4, { machines: [100], owner: 2 })
  setBoard(5, { venueMachines: [1], isPublic: false })
  const viewer = await watch(1)
  await viewer.hears(1)
  await shown('leaderboard', 4)
  const hidden = { isOpen: false, venueMachineIds: [1] }
  await tell(
    { id: 'machine_record:1:1' },
    { id: 'venue_record:2:1', machine: 9, ...hidden },
    { id: 'day_record:3:1', countsElsewhere: false },
  )
  expect(await shown('scoreboard', 1)).toEqual(['machine_record:1:1', 'day_record:3:1'])
  expect(await shown('scoreboard', 1, 'right')).toEqual(['venue_record:2:1', 'machine_record:1:1', 'day_record:3:1'])
  expect(await shown('scoreboard', 5, 'right')).toEqual(['venue_record:2:1', 'machine_record:1:1', 'day_record:3:1'])
  // A board of somebody else, with its key or without.
  for (const key of [undefined, 'right']) expect(await shown('leaderboard', 4, key)).toEqual(['machine_record:1:1'])
  await pass(60)
  expect(viewer.heard.flatMap(idsIn)).not.toContain('venue_record:2:1')
  // The board that opened the machine is private now.
  put({ id: 'machine_record:1:1', isOpen: false })
  hub.boardChanged({ type: 'scoreboard', id: 5, reason: 'closed' })
  await settle()
  expect(await shown('scoreboard', 1)).toEqual(['day_record:3:1'])
  expect(await shown('leaderboard', 4, 'right')).toEqual([])
  // Its machine was deleted with all that it told.
  stream.splice(0)
  hub.boardChanged({ type: 'scoreboard', id: 5, reason: 'updated' })
  await settle()
  expect(await shown('scoreboard', 1, 'right')).toEqual([])
})

test('MOM-20 what cannot be read is read with what is told next', async () => {
  const { tell, shown, trouble } = await stage()
  trouble.isAway = true
  await tell({ id: 'machine_record:1:1' })
  trouble.isAway = false
  await tell({ id: 'machine_record:2:1' })
  expect(await shown('scoreboard', 1)).toEqual(['machine_record:1:1', 'machine_record:2:1'])
})

test('MOM-23 a state has the four greatest moments; however many are told, 20 of a venue are kept, and those told during a reading are read together', async () => {
  const { tell, shown, asked, put, hub } = await stage()
  const told = [
    'first_game:1',
    'new_kind:2:1',
    'day_record:3:1',
    'machine_record:5:1',
    'machine_record:4:1',
    'venue_record:6:1',
    'month_record:7:1',
  ]
  await tell(...told.map((id) => ({ id })))
  const greatest = ['venue_record:6:1', 'machine_record:5:1', 'machine_record:4:1', 'month_record:7:1']
  expect(await shown('scoreboard', 1)).toEqual(greatest)
  const before = asked.length
  for (let count = 10; count < 1_010; count += 1) hub.momentsTold(new Set(), put({ id: `day_record:${count}:1` }) - 1)
  await settle()
  expect(asked.length).toBe(before + 2)
  expect(await shown('scoreboard', 1)).toEqual(greatest)
  // What is read again begins with the earliest that is kept: the least two gave way.
  hub.boardChanged({ type: 'scoreboard', id: 9, reason: 'updated' })
  await settle()
  expect(asked.at(-1)).toBe(2)
})

test('MOM-25 a board tells all moments, records alone or none, as its owner chose', async () => {
  const { setBoard, tell, shown, hub } = await stage()
  for (const [id, moments] of [
    [2, 'all'],
    [3, 'records'],
    [4, 'none'],
  ] as const)
    setBoard(id, { venueMachines: [1], moments })
  await tell({ id: 'day_record:1:1' }, { id: 'mark_passed:2:1' }, { id: 'personal_best:3:1' })
  expect(await Promise.all([2, 3, 4].map((id) => shown('scoreboard', id)))).toEqual([
    ['day_record:1:1', 'mark_passed:2:1', 'personal_best:3:1'],
    ['day_record:1:1', 'mark_passed:2:1'],
    [],
  ])
  setBoard(4, { venueMachines: [1], moments: 'all' })
  hub.boardChanged({ type: 'scoreboard', id: 4, reason: 'updated' })
  expect(await shown('scoreboard', 4)).toEqual(['day_record:1:1', 'mark_passed:2:1', 'personal_best:3:1'])
})

test('MOM-24 a moment is added to the states that there are: none is made again, and parts of a board do not have it', async () => {
  const { setContainer, watch, tell, pass, reads, asked, score } = await stage()
  setContainer(6, [{ type: 'scoreboard', id: 1 }])
  score(1, 10)
  const viewer = await watch(6, { type: 'comboboard' })
  await viewer.hears(1)
  const [before, { moments: none }] = [reads(), viewer.heard[0] as { moments?: unknown }]
  await tell({ id: 'machine_record:1:1' }, { id: 'first_game:1' })
  await pass(60)
  await viewer.hears(2)
  expect([none, reads(), asked]).toEqual([undefined, before, [0]])
  expect(JSON.stringify(viewer.heard[1]).match(/machine_record:1:1/g)).toHaveLength(1)
  expect((viewer.heard[1] as unknown as { boards: unknown }).boards).toEqual(
    (viewer.heard[0] as unknown as { boards: unknown }).boards,
  )
})

describe('on the real database', () => {
  const database = useTestDatabase()
  let whole: WholeApp
  let address: string
  let owner: Awaited<ReturnType<typeof makeUser>>

  beforeAll(async () => {
    whole = await buildWholeApp(database.db, { isLimited: false })
    address = await whole.listen()
    owner = await makeUser(database.db)
  })
  afterAll(() => whole.close())

  /** A viewer of a scoreboard, and what it is shown of the moments. */
  async function watch(id: number, key?: string) {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/scoreboard/${id}/scores/websocket/?session=3`)
    const heard: string[][] = []
    socket.on('message', (text: Buffer) => {
      const { moments = [] } = JSON.parse(text.toString()) as { moments?: Moment[] }
      heard.push(moments.filter(({ state }) => state !== 'withdrawn').map(({ kind, score }) => `${kind} ${score}`))
    })
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'GET_SCORES', name: `scoreboard:${id}:scores`, key }))
    const shows = (...moments: string[]) => until(() => heard.at(-1)?.join() === moments.join())
    await shows()
    return { socket, heard, shows }
  }

  test('MOM-20 MOM-21 MOM-22 a score that is posted is a moment on the boards that may show it, until it is removed; those of last year are none', async () => {
    const { db } = database
    const { token } = owner
    const venueId = await makeVenue(db, owner.id)
    const machine = await makeVenueMachine(db, owner.id, { venueId })
    const hidden = await makeVenueMachine(db, owner.id, { venueId, machine: 'Godzilla' })
    const board = await makeScoreboard(db, owner.id, { venueMachineIds: [machine] })
    const [anyone, insider] = [await watch(board.id), await watch(board.id, board.viewerKey)]
    const add = async (venueMachine: number, fields: object) => {
      const body = { uuid: randomUUID(), guest: 'ACE', ...fields }
      return (await call(whole.app, 'POST', `/api/venuemachine/${venueMachine}/score/`, { token, body })).body as {
        id: number
      }
    }
    const key = await makeDeviceKey(db, machine)
    for (const score of [100, 500]) {
      const game = { session_uuid: randomUUID(), current_p1_score: score, active: false }
      await call(whole.app, 'POST', '/api/entry/', { token: key, body: game })
    }
    for (const { shows } of [anyone, insider]) await shows('venue_record 500')
    const better = await add(machine, { score: 900 })
    for (const { shows } of [anyone, insider]) await shows('venue_record 500', 'venue_record 900')
    await call(whole.app, 'DELETE', `/api/game/${better.id}/`, { token })
    for (const { shows } of [anyone, insider]) await shows('venue_record 500')
    for (const score of [10, 20]) await add(hidden, { score })
    await insider.shows('venue_record 500', 'venue_record 20')
    const lastYear = new Date(Date.now() - 365 * 86_400_000).toISOString()
    for (const score of [700, 800]) await add(machine, { score, played_on: lastYear })
    await insider.shows('venue_record 20', 'month_record 500')
    await anyone.shows('month_record 500')
    expect(anyone.heard.flat()).not.toContain('venue_record 20')
    expect([...anyone.heard, ...insider.heard].flat()).not.toContain('venue_record 800')
    for (const { socket } of [anyone, insider]) socket.terminate()
    expect(whole.errors).toEqual([])
  })
})
