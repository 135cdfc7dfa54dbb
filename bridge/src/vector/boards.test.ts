import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { EntryBody } from '../entry'
import { VectorBoards } from './boards'

const folder = mkdtempSync(path.join(tmpdir(), 'multiball-boards-'))
afterAll(() => rmSync(folder, { recursive: true }))

const home = '192.168.1.20'
const packet = (id: string, score: number, ball = 1) =>
  Buffer.from(
    JSON.stringify({
      machine_id: id,
      type: 'game_state',
      data: { GameActive: true, BallInPlay: ball, Scores: [score, 0, 0, 0] },
    }),
  )

/** Boards over a server that takes everything; what it was told by each token, newest last. */
function setup(within = mkdtempSync(path.join(folder, 'run-'))) {
  let now = 1_000_000
  const posts: { token: string; score: unknown }[] = []
  const told: Partial<EntryBody>[] = []
  const lines: string[] = []
  /** what boards answer by HTTP, by address and path, and what they were asked */
  const web = new Map<string, unknown>()
  const asked: string[] = []
  const boards = new VectorBoards({
    server: 'http://boards.example',
    folder: within,
    onFound: () => {},
    log: (line) => lines.push(line),
    now: () => now,
    request: (async ({ host, pathname }: URL, { headers, body }: { headers: Record<string, string>; body: string }) => {
      if (host !== 'boards.example') {
        asked.push(host + pathname)
        const answer = await web.get(host + pathname)
        return typeof answer === 'string' ? new Response(answer) : Response.json(answer ?? null)
      }
      const entry = JSON.parse(body) as Partial<EntryBody>
      const score = entry.current_p1_score
      if (score !== undefined) told.push(entry)
      if (score !== undefined) posts.push({ token: headers.authorization!, score })
      return new Response('{}')
    }) as unknown as typeof fetch,
    pause: (_ms, signal) =>
      new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve()))),
  })
  endings.push(() => boards.stop())
  return {
    boards,
    lines,
    told,
    web,
    asked,
    isThere: (address = home, name = 'Taxi') =>
      boards.hearName(Buffer.from([1, name.length, ...Buffer.from(name)]), address),
    hear: (id: string, score: number, address = home) => boards.hear(packet(id, score), address),
    posted: async () => {
      for (let turns = 0; turns < 20; turns += 1) await turn()
      return posts.map(({ token, score }) => `${token.slice(6)} ${String(score)}`)
    },
    pass: (ms: number) => void (now += ms),
    within,
  }
}
const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})
const accept = (boards: VectorBoards, ...ids: string[]) => boards.accept(new Map(ids.map((id) => [id, `token-${id}`])))

test('MAC-28 boards are found by what they send, with the names that they say, and post once they are accepted', async () => {
  const { boards, hear, posted } = setup()
  hear('aaaaaaaa', 5)
  boards.hearName(Buffer.from([1, 4, ...Buffer.from('Taxi')]), home)
  hear('bbbbbbbb', 5, '192.168.1.21')
  expect(boards.found).toEqual([
    { id: 'aaaaaaaa', name: 'Taxi', address: home },
    { id: 'bbbbbbbb', name: 'Vector board bbbbbbbb', address: '192.168.1.21' },
  ])
  expect(await posted()).toEqual([])
  accept(boards, 'aaaaaaaa')
  hear('aaaaaaaa', 10)
  hear('bbbbbbbb', 10, '192.168.1.21')
  expect(await posted()).toEqual(['token-aaaaaaaa 10'])
})

test('MAC-29 another address that speaks in a board’s name changes nothing while the board speaks', async () => {
  const { boards, hear, posted, pass } = setup()
  accept(boards, 'aaaaaaaa')
  hear('aaaaaaaa', 5)
  await posted()
  hear('aaaaaaaa', 999_999, '192.168.1.66')
  pass(20_000)
  hear('aaaaaaaa', 10)
  pass(20_000)
  hear('aaaaaaaa', 999_999, '192.168.1.66')
  expect(await posted()).toEqual(['token-aaaaaaaa 5', 'token-aaaaaaaa 10'])
  expect(boards.found).toMatchObject([{ address: home }])
})

test('MAC-28 a board that comes back with another address goes on with its game', async () => {
  const { boards, hear, posted, pass } = setup()
  accept(boards, 'aaaaaaaa')
  hear('aaaaaaaa', 5)
  await posted()
  pass(31_000)
  hear('aaaaaaaa', 10, '192.168.1.77')
  expect(await posted()).toEqual(['token-aaaaaaaa 5', 'token-aaaaaaaa 10'])
  expect(boards.found).toMatchObject([{ id: 'aaaaaaaa', address: '192.168.1.77' }])
})

const status = (score: number, isActive = true) => ({ GameActive: isActive, BallInPlay: 2, Scores: [score, 0, 0, 0] })
const [whoAt, gameAt] = [`${home}/api/machine_id`, `${home}/api/game/status`]

test('MAC-36 a board that broadcasts nothing is found when it says that it is there, and asked what is played once it is accepted', async () => {
  const { boards, web, asked, isThere, posted, told, pass } = setup()
  web.set(whoAt, { machine_id: 'aaaaaaaa' }).set(gameAt, status(5))
  isThere()
  await boards.ask()
  expect([boards.found, asked]).toEqual([[{ id: 'aaaaaaaa', name: 'Taxi', address: home }], [whoAt]])
  accept(boards, 'aaaaaaaa')
  pass(5_000)
  for (const now of [status(5), status(10), status(10, false)]) {
    web.set(gameAt, now)
    await boards.ask()
    await posted()
    pass(1_000)
  }
  expect(await posted()).toEqual(['token-aaaaaaaa 5', 'token-aaaaaaaa 10', 'token-aaaaaaaa 10'])
  expect(told.at(-1)).toMatchObject({ active: false })
})

test('MAC-36 what a board answers after it has broadcast changes nothing, and it is asked no more', async () => {
  const { boards, web, asked, isThere, hear, posted, pass } = setup()
  let answer = (_status: object) => {}
  web.set(whoAt, { machine_id: 'aaaaaaaa' }).set(gameAt, new Promise((resolve) => (answer = resolve)))
  accept(boards, 'aaaaaaaa')
  isThere()
  const asking = boards.ask()
  hear('aaaaaaaa', 20)
  answer(status(10))
  await asking
  const { length } = asked
  pass(60_000)
  isThere()
  await boards.ask()
  expect([await posted(), asked.length]).toEqual([['token-aaaaaaaa 20'], length])
})

test.each([
  ['nothing', undefined],
  ['a page', '<html>Router</html>'],
  ['an id that is a path', { machine_id: '../../etc/passwd' }],
  ['more than a board does', { machine_id: 'aaaaaaaa', padding: 'x'.repeat(1_400) }],
])('MAC-29 what answers with %s is no board', async (_, answer) => {
  const { boards, web, asked, isThere, pass } = setup()
  web.set(whoAt, answer)
  isThere()
  await boards.ask()
  pass(60_000)
  await boards.ask()
  expect([boards.found, asked]).toEqual([[], [whoAt]])
})

test('MAC-37 a bridge that starts again has its boards at once, asks at the addresses that it knew, and finds those that moved', async () => {
  const first = setup()
  first.web.set(whoAt, { machine_id: 'aaaaaaaa' })
  first.isThere()
  await first.boards.ask()
  first.hear('bbbbbbbb', 5, '192.168.1.21')
  accept(first.boards, 'aaaaaaaa', 'bbbbbbbb')
  await first.boards.stop()

  const { boards, web, hear, posted } = setup(first.within)
  const found = [
    { id: 'aaaaaaaa', name: 'Taxi', address: home },
    { id: 'bbbbbbbb', name: 'Vector board bbbbbbbb', address: '192.168.1.21' },
  ]
  expect([boards.found, boards.addresses]).toEqual([found, [home, '192.168.1.21']])
  accept(boards, 'aaaaaaaa', 'bbbbbbbb')
  web.set(whoAt, { machine_id: 'aaaaaaaa' }).set(gameAt, status(7))
  await boards.ask()
  expect(await posted()).toEqual(['token-aaaaaaaa 7'])
  hear('bbbbbbbb', 9, '192.168.1.77')
  expect(await posted()).toContain('token-bbbbbbbb 9')
  expect(boards.found[1]).toMatchObject({ address: '192.168.1.77' })
})

test('MAC-37 a file of addresses that cannot be read costs nothing: boards are found as at first', () => {
  const within = mkdtempSync(path.join(folder, 'run-'))
  writeFileSync(path.join(within, 'multiball-vector-boards.json'), '{"aaaaaaaa":{"address":"evil.example"}}')
  const { boards, hear } = setup(within)
  hear('aaaaaaaa', 5)
  expect(boards.found).toMatchObject([{ id: 'aaaaaaaa', address: home }])
})

test.each(['8.8.8.8', '::1', '203.0.113.9'])(
  'MAC-29 nothing from %s is read: it is no address of the network',
  (from) => {
    const { boards, hear } = setup()
    hear('aaaaaaaa', 5, from)
    expect(boards.found).toEqual([])
  },
)

test('MAC-29 an address that sends without end is read so often a second, and delays no others', async () => {
  const { boards, hear, posted, pass } = setup()
  accept(boards, 'aaaaaaaa', 'bbbbbbbb')
  for (let sent = 1; sent <= 5_000; sent += 1) hear('aaaaaaaa', sent)
  hear('bbbbbbbb', 7, '192.168.1.21')
  expect(await posted()).toEqual(expect.arrayContaining(['token-aaaaaaaa 50', 'token-bbbbbbbb 7']))
  pass(1_000)
  hear('aaaaaaaa', 6_000)
  expect((await posted()).at(-1)).toBe('token-aaaaaaaa 6000')
})

test('MAC-29 200 boards are followed, and what invents more of them pushes out none that was accepted', async () => {
  const { boards, hear, posted, lines } = setup()
  const idOf = (at: number) => at.toString(16).padStart(8, '0')
  const addressOf = (at: number) => `10.0.${Math.floor(at / 250)}.${(at % 250) + 1}`
  accept(boards, ...Array.from({ length: 200 }, (_, at) => idOf(at)))
  for (let at = 0; at < 100; at += 1) hear(idOf(at), 1, addressOf(at))
  for (let at = 0; at < 2_000; at += 1) hear(`f${idOf(at).slice(1)}`, 1, addressOf(at + 500))
  expect(boards.found).toHaveLength(200)
  expect(lines.filter((line) => line.startsWith('There are more than 200 boards'))).toHaveLength(1)
  // An accepted one takes the place of an unknown one.
  for (let at = 100; at < 200; at += 1) hear(idOf(at), 9, addressOf(at))
  const ids = boards.found.map(({ id }) => id)
  expect(Array.from({ length: 200 }, (_, at) => idOf(at)).filter((id) => !ids.includes(id))).toEqual([])
  expect((await posted()).filter((post) => post.endsWith(' 9'))).toHaveLength(100)
})

test('MAC-33 ends of games wait for the server in a file of their board, and are sent by the next bridge', async () => {
  const first = setup()
  const within = first.within
  await first.boards.stop()
  const over = {
    session_uuid: 'aa',
    session_sequence: 1,
    session_time: 0,
    active: false,
    game_modes: '',
    current_p1_score: 4_200,
  }
  writeFileSync(
    path.join(within, 'multiball-queue-aaaaaaaa.json'),
    JSON.stringify({ messages: [{ type: 'entry', body: over }] }),
  )
  const { boards, posted } = setup(within)
  accept(boards, 'aaaaaaaa')
  expect(await posted()).toEqual(['token-aaaaaaaa 4200'])
})

test('MAC-25 a board that is accepted no longer posts nothing more', async () => {
  const { boards, hear, posted } = setup()
  accept(boards, 'aaaaaaaa')
  hear('aaaaaaaa', 5)
  await posted()
  accept(boards)
  hear('aaaaaaaa', 10)
  expect(await posted()).toEqual(['token-aaaaaaaa 5'])
})

test('MAC-31 what two boards broadcast in an evening’s first games is what is posted of them', async () => {
  const { boards, posted, told, pass } = setup()
  accept(boards, 'aa01c0de', 'bb01c0de')
  const file = path.join(import.meta.dirname, '../../../e2e/fixtures/vector-games.udp.txt')
  let before = 0
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, seconds, address, text] = /^([\d.]+) (\S+) (.*)$/.exec(line) ?? []
    if (text === undefined) continue
    pass((Number(seconds) - before) * 1_000)
    before = Number(seconds)
    boards.hear(Buffer.from(text), address!)
    await posted()
  }
  const ends = told.filter(({ active }) => active === false)
  expect(ends.map((end) => [end.current_p1_score, end.current_p2_score, end.p1_name, end.p2_name])).toEqual([
    [1_012_340, 55_000, undefined, undefined],
    [1_250_000, 7_300_500, 'KME', undefined],
    [1_012_340, 55_000, 'ACE', 'BOB'],
  ])
  expect(new Set(told.map(({ session_uuid }) => session_uuid)).size).toBe(2)
})
