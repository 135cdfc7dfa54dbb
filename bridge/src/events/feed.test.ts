import { setImmediate as turn } from 'node:timers/promises'
import type { EventDocument } from '@multiball/shared/schema'
import { Feed, type Clock } from '@multiball/server/tournaments'
import { httpBoard } from './httpBoard'

const start = Date.parse('2026-11-24T19:00:00Z')
const machine = (id: number, name: string) => ({
  id,
  venue: { id: 1, name: 'Hall' },
  machine: { id, name, opdb_id: `G${id}-M${id}` },
})

/** A feed whose server answers as it is told, by a clock that stands still. */
function setup({ isThere = () => true }: { isThere?: () => boolean } = {}) {
  const clock = { ms: start, isSetBy: 0, waiting: new Set<{ at: number; work: () => void }>() }
  const injected: Clock = {
    now: () => clock.ms + clock.isSetBy,
    elapsed: () => clock.ms,
    after: (ms, work) => {
      const timer = { at: clock.ms + ms, work }
      clock.waiting.add(timer)
      return () => void clock.waiting.delete(timer)
    },
  }
  const place = {
    title: 'Tuesday',
    sequence: null as number | null,
    settings: { machines: [{ venuemachine: 12, arena: 'Back wall' }] },
    machines: [machine(11, 'Taxi'), machine(12, 'Taxi')],
  }
  const put: { sequence: number; over: boolean; players: unknown; document: EventDocument }[] = []
  const answers: (Response | Error)[] = []
  const lines: string[] = []
  const request = (async (_address: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'GET') return Response.json(place)
    put.push(JSON.parse(body!) as (typeof put)[number])
    const answer = answers.shift() ?? Response.json({ sequence: 1 })
    if (answer instanceof Error) throw answer
    return answer
  }) as unknown as typeof fetch
  const feed = new Feed(
    {
      board: httpBoard({
        address: 'http://boards.example/api/board/eventboard/7/feed/event/',
        key: 'k',
        request,
      }),
      clock: injected,
      log: (line) => void lines.push(line),
    },
    isThere,
  )
  /** lets so much time pass, and what it brings about happen */
  const pass = async (ms: number) => {
    clock.ms += ms
    for (const timer of [...clock.waiting].filter(({ at }) => at <= clock.ms)) {
      clock.waiting.delete(timer)
      timer.work()
    }
    for (let turns = 0; turns < 20; turns += 1) await turn()
  }
  return { feed, clock, pass, put, place, answers, lines }
}

const document = (fields: Partial<EventDocument> = {}): EventDocument => ({
  format: 'multiball-event/1',
  name: 'Open',
  status: 'playing',
  players: [
    { id: '1', name: 'Ann Lee', initials: 'ANN', out: false },
    { id: '2', name: 'Bob', out: false },
  ],
  machines: [
    { id: 'a', name: 'Taxi', opdb_id: 'G11-M11' },
    { id: 'b', name: 'Back wall' },
  ],
  matches: [],
  standings: [],
  queues: [],
  ...fields,
})

test('MPB-09 whoever starts a bridge is told once that the board shows it', async () => {
  const { feed, pass, lines } = setup()
  for (const name of ['Open', 'Open, round 2']) {
    feed.put(document({ name }))
    await pass(200)
  }
  expect(lines).toEqual(['The eventboard “Tuesday” shows it, and every change from now on.'])
  feed.stop()
})

test('MPB-09 of what comes in quick succession the newest is posted, with a sequence above the server’s', async () => {
  const { feed, pass, put, place } = setup()
  place.sequence = start + 5_000
  feed.put(document({ name: 'First' }))
  feed.put(document({ name: 'Second' }))
  await pass(200)
  expect(put.map(({ sequence, document: { name } }) => [sequence, name])).toEqual([[start + 5_001, 'Second']])
})

test('MPB-09 who plays is said of matches that are played on machines of the board, joined by OPDB id or by what the owner calls them', async () => {
  const { feed, pass, put } = setup()
  const match = (id: string, more: object) => ({ id, state: 'playing' as const, players: ['1', '2'], ...more })
  feed.put(
    document({
      matches: [
        match('m1', { machine: 'a', started_at: '2026-11-24T18:30:00Z' }),
        match('m2', { machine: 'b', players: ['2', '9'] }),
        match('m3', { machine: 'b', state: 'called' }),
        match('m4', {}),
      ],
    }),
  )
  await pass(200)
  expect(put[0]!.players).toEqual([
    {
      venuemachine: 11,
      since: '2026-11-24T18:30:00Z',
      players: [{ name: 'Ann Lee', initials: 'ANN' }, { name: 'Bob' }],
    },
    { venuemachine: 12, since: '2026-11-24T19:00:00.200Z', players: [{ name: 'Bob' }, null] },
  ])
})

test('MPB-09 another match under a number that was used before began when it was first seen, and not before', async () => {
  const { feed, pass, put } = setup()
  const match = (players: string[], machine: string) => ({ id: 'm1', state: 'playing' as const, players, machine })
  const since = () => (put.at(-1)!.players as { since: string }[])[0]!.since
  const show = async (players: string[], machine: string) => {
    feed.put(document({ matches: [match(players, machine)] }))
    await pass(200)
    return since()
  }
  const first = await show(['1', '2'], 'a')
  await pass(600_000)
  expect(await show(['1', '2'], 'a')).toBe(first)
  const second = await show(['2', '1'], 'b')
  expect(Date.parse(second) - Date.parse(first)).toBeGreaterThanOrEqual(600_000)
  // The first two once more, an hour later: a match of its own.
  feed.put(document())
  await pass(3_600_000)
  expect(Date.parse(await show(['1', '2'], 'a')) - Date.parse(first)).toBeGreaterThanOrEqual(3_600_000)
})

test('MPB-09 the end is said with the last document, and nobody plays any more', async () => {
  const { feed, pass, put } = setup()
  feed.put(document({ status: 'finished', matches: [{ id: 'm1', state: 'playing', machine: 'a', players: ['1'] }] }))
  await pass(200)
  expect(put[0]).toMatchObject({ over: true, players: [] })
})

test.each([
  [
    'is away',
    new Error('fetch failed'),
    'Can’t reach the server (fetch failed). The newest document will be sent when it is back.',
  ],
  [
    'knows a newer document',
    Response.json({ sequence: start + 60_000 }, { status: 409 }),
    'The board has a newer document: this one is posted after it.',
  ],
  [
    'does not know the key for this board, or the board',
    Response.json({}, { status: 401 }),
    'Eventboard 7 does not exist, or this is not its feed key. Check its id, which is in the address of its viewer, or make a new key in the list of eventboards and start the bridge with it.',
  ],
  [
    'has moved',
    new Response(null, {
      status: 301,
      headers: { location: 'https://new.example/api/board/eventboard/7/feed/event/' },
    }),
    'The server has moved to https://new.example. Start the bridge with that address; the newest document waits.',
  ],
])(
  'MPB-10 a server that %s: it is said once, and the newest document is posted until it is taken',
  async (_what, answer, sentence) => {
    const { feed, pass, put, answers, lines } = setup()
    answers.push(answer, new Error('fetch failed'))
    feed.put(document({ name: 'First' }))
    await pass(200)
    feed.put(document({ name: 'Second' }))
    await pass(1_000)
    await pass(2_000)
    expect(lines[0]).toBe(sentence)
    expect(lines.at(-1)).toBe('The server takes documents again.')
    expect(put.at(-1)!.document.name).toBe('Second')
    expect(put.map(({ sequence }) => sequence)).toEqual(
      [...put.map(({ sequence }) => sequence)].sort((one, other) => one - other),
    )
    if (sentence.includes('newer')) expect(put.at(-1)!.sequence).toBeGreaterThan(start + 60_000)
  },
)

test('MPB-11 a document is repeated as a sign of life, for as long as its source is there', async () => {
  let isThere = true
  const { feed, pass, put } = setup({ isThere: () => isThere })
  feed.put(document())
  await pass(200)
  for (let minute = 0; minute < 4; minute += 1) await pass(45_000)
  const before = put.length
  expect(before).toBeGreaterThanOrEqual(4)
  isThere = false
  // One may be on its way.
  await pass(0)
  const last = put.length
  for (let minute = 0; minute < 4; minute += 1) await pass(45_000)
  expect(put).toHaveLength(last)
})

test('MPB-11 a clock that is set back an hour stops neither signs of life nor what the owner changes on the board', async () => {
  const { feed, clock, pass, put, place } = setup()
  feed.put(document({ matches: [{ id: 'm1', state: 'playing', machine: 'b', players: ['1'] }] }))
  await pass(200)
  clock.isSetBy = -3_600_000
  place.settings.machines[0]!.venuemachine = 11
  for (const ms of [45_000, 0, 45_000, 0]) await pass(ms)
  expect(put.map(({ players }) => (players as { venuemachine: number }[])[0]!.venuemachine)).toEqual([12, 12, 11])
  expect(put[2]!.sequence).toBeGreaterThan(put[1]!.sequence)
})

test('MPB-10 a page in the place of the server’s answer, as of a network’s login, is no answer: the document is posted again', async () => {
  const { feed, pass, put, answers, lines } = setup()
  answers.push(new Response('<!doctype html><title>Log in</title>'))
  feed.put(document())
  await pass(200)
  await pass(1_000)
  expect(put).toHaveLength(2)
  expect(lines).toEqual([
    'Not Multiball answered, but something in its way (200: <!doctype html><title>Log in</title>). The newest document waits.',
    'The server takes documents again.',
  ])
})
