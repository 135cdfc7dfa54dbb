import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { StreamboardBootstrap, StreamboardScores, StreamControl } from '@multiball/shared/schema'
import type { Game, StreamControlChange } from '@multiball/shared/schema'
import { sql } from 'kysely'
import * as v from 'valibot'
import { WebSocket } from 'ws'
import { call, makeScoreboard, makeStreamboard, makeUser, makeVenueMachine, useTestDatabase } from '../../../testing'
import { makeDeviceKey } from '../../../testing/devices'
import { buildWholeApp } from '../../../testing/wholeApp'
import type { WholeApp } from '../../../testing/wholeApp'
import { holdNames } from '../../games/claims'
import { BoardChanges } from '../changes'
import { StreamControls } from './control.service'
import { readShownControl } from './control.store'

const database = useTestDatabase()
let whole: WholeApp
let owner: Awaited<ReturnType<typeof makeUser>>
let other: Awaited<ReturnType<typeof makeUser>>
const endings: (() => unknown)[] = []

beforeAll(async () => {
  whole = await buildWholeApp(database.db)
  await whole.listen()
  owner = await makeUser(database.db)
  other = await makeUser(database.db)
})
afterEach(() => endings.splice(0).forEach((end) => end()))
afterAll(() => whole.close())

let sessions = 0

/** A streamboard of so many machines, its control and its public answers. */
async function stage({ machines: count = 1, players = 2 }: { machines?: number; players?: number } = {}) {
  const { db } = database
  const machines = await Promise.all(Array.from({ length: count }, () => makeVenueMachine(db, owner.id)))
  const scoreboards = await Promise.all(
    machines.map(async (machine) => (await makeScoreboard(db, owner.id, { venueMachineIds: [machine] })).id),
  )
  const config = count === 2 ? {} : { scoreboardsConfig: [{ numPlayers: players, players: [] }] }
  const { id } = await makeStreamboard(db, owner.id, { scoreboardIds: scoreboards, config })
  const url = `/api/streamboard/${id}/`
  const key = await makeDeviceKey(db, machines[0]!)
  const session_uuid = (sessions += 1).toString(16).padStart(32, '0')
  let session_sequence = 0
  return {
    id,
    url,
    scoreboards,
    machine: machines[0]!,
    patch: (body: object, as = owner) => call(whole.app, 'PATCH', `${url}control/`, { token: as.token, body }),
    async change(body: StreamControlChange) {
      const answer = await call(whole.app, 'PATCH', `${url}control/`, { token: owner.token, body })
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
      return v.parse(StreamControl, answer.body)
    },
    control: async () =>
      v.parse(StreamControl, (await call(whole.app, 'GET', `${url}control/`, { token: owner.token })).body),
    scores: async () => v.parse(StreamboardScores, (await call(whole.app, 'GET', `${url}scores/`)).body),
    bootstrap: async () => v.parse(StreamboardBootstrap, (await call(whole.app, 'GET', `${url}bootstrap/`)).body),
    async play(score: number, ofSecond?: number) {
      const body = {
        session_uuid,
        session_sequence: (session_sequence += 1),
        current_p1_score: score,
        current_p2_score: ofSecond,
      }
      expect((await call(whole.app, 'POST', '/api/entry/', { token: key, body })).status).toBe(200)
    },
  }
}

/** A viewer's socket, and the next state that it is sent. */
async function watch(id: number) {
  const { port } = whole.app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/streamboard/${id}/scores/websocket/`)
  endings.push(() => socket.terminate())
  const heard: StreamboardScores[] = []
  const waiting: (() => void)[] = []
  socket.on('message', (data: Buffer) => {
    heard.push(v.parse(StreamboardScores, JSON.parse(data.toString())))
    for (const tell of waiting.splice(0)) tell()
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'GET_SCORES', name: `streamboard:${id}:scores` }))
  return async (is: (state: StreamboardScores) => boolean) => {
    for (;;) {
      const found = heard.find(is)
      if (found) return found
      await new Promise<void>((resolve) => void waiting.push(resolve))
    }
  }
}

const name = (playerName: string) => ({ playerName, playerInfo: '', playerAddress: '' })
const playersOf = ({ config_json }: Pick<StreamControl, 'config_json'>) =>
  config_json.scoreboardsConfig.map(({ players }) => players.map(({ playerName }) => playerName))
const scoreIn = ({ data }: StreamboardScores) => data[0]?.session?.scores[0]?.score

test('CTL-02 what is changed is in the next state of every viewer, with the same config, and in the form', async () => {
  const { id, url, change, bootstrap, scores } = await stage()
  const next = await watch(id)
  const first = await next(() => true)
  expect(first.control).toMatchObject({ revision: 0, is_hidden: false, config_json: { layout: 'ThreeCam' } })
  await change({
    players: [{ station: 0, player: 1, playerName: 'Zoë', playerInfo: 'She/her' }],
    layout: 'OneCam',
    highlightColor: '#0f0',
    numPlayers: 3,
    is_hidden: true,
  })
  const after = await next(({ control }) => control?.revision === 1)
  expect(after.control).toMatchObject({
    is_hidden: true,
    config_json: {
      layout: 'OneCam',
      highlightColor: '#0f0',
      textColor: '#ffffff',
      scoreboardsConfig: [{ numPlayers: 3, players: [name(''), { ...name('Zoë'), playerInfo: 'She/her' }] }],
    },
  })
  expect(after.config).toBe(first.config)
  const config_json = after.control!.config_json
  expect(await bootstrap()).toMatchObject({ config_json, scores: { control: { is_hidden: true, config_json } } })
  const stored = await call(whole.app, 'GET', url, { token: owner.token })
  expect(stored.body).toMatchObject({ config_json })
  // A form that is saved is read again by viewers from before, and followed by those of now.
  await call(whole.app, 'PATCH', url, {
    token: owner.token,
    body: { config_json: { ...config_json, layout: 'FourCam' } },
  })
  const saved = await next(({ control }) => control?.config_json.layout === 'FourCam')
  expect(saved.config).not.toBe(first.config)
  expect((await scores()).control).toMatchObject({ revision: 1, is_hidden: true })
})

test('CTL-03 the last one who changes a field has it, and no other field', async () => {
  const { change, control } = await stage()
  await change({
    players: [
      { station: 0, player: 0, playerName: 'Ann' },
      { station: 0, player: 1, playerName: 'Bob' },
    ],
  })
  await change({ players: [{ station: 0, player: 1, playerName: 'Cy' }] })
  await change({ players: [{ station: 0, player: 0, playerInfo: 'Leeds' }], textColor: '#eee' })
  const now = await control()
  expect(playersOf(now)).toEqual([['Ann', 'Cy']])
  expect(now).toMatchObject({
    revision: 3,
    config_json: { textColor: '#eee', scoreboardsConfig: [{ players: [{ playerInfo: 'Leeds' }, {}] }] },
  })
})

test('CTL-02 two changes at the same time are both there', async () => {
  const { change, control } = await stage()
  await Promise.all(
    ['Ann', 'Bob', 'Cy', 'Di'].map((playerName, player) => change({ players: [{ station: 0, player, playerName }] })),
  )
  expect(playersOf(await control())).toEqual([['Ann', 'Bob', 'Cy', 'Di']])
})

/** As a panel numbers it. */
const numbered = (count: number, change: object, id = 'panel-one') => ({ ...change, panel: { id, count } })
const called = (playerName: string) => ({ players: [{ station: 0, player: 0, playerName }] })

test('CTL-03 a change of a panel that was held up does not undo a newer one, and is answered what it is now', async () => {
  const { patch, control } = await stage()
  await patch(numbered(2, { ...called('Zoë'), is_hidden: true, match: 2 }))
  const late = await patch(numbered(1, { ...called('Zo'), is_hidden: false, is_frozen: true, match: 1 }))
  expect(late).toMatchObject({ status: 200, body: { revision: 1, is_hidden: true, is_frozen: false, match: 2 } })
  expect(playersOf(v.parse(StreamControl, late.body))).toEqual([['Zoë']])
  expect((await patch(numbered(2, { is_hidden: false }))).status).toBe(200)
  expect(await control()).toEqual(late.body)
  // The next one of it, another panel's, and one without a number are taken as before.
  await patch(numbered(3, called('Ann')))
  expect(playersOf(await control())).toEqual([['Ann']])
  await patch(numbered(1, called('Bob'), 'panel-two'))
  expect(playersOf(await control())).toEqual([['Bob']])
  await patch(called('Cy'))
  expect(playersOf(await control())).toEqual([['Cy']])
  await patch(numbered(3, called('Ann')))
  expect(playersOf(await control())).toEqual([['Cy']])
})

test('CTL-03 of a panel’s changes that arrive at once the one it made last stays', async () => {
  const { patch, control } = await stage()
  const names = ['Zoë', 'Zo', 'Z']
  expect(
    (await Promise.all(names.map((name, at) => patch(numbered(names.length - at, called(name)))))).map(
      ({ status }) => status,
    ),
  ).toEqual([200, 200, 200])
  expect(playersOf(await control())).toEqual([['Zoë']])
})

test('CTL-11 a refused change of a panel does not count, and of many panels the last few are kept', async () => {
  const { id, patch, control } = await stage()
  expect((await patch(numbered(5, { numPlayers: 9 }))).status).toBe(400)
  await patch(numbered(1, called('Ann')))
  expect(playersOf(await control())).toEqual([['Ann']])
  for (let at = 1; at <= 20; at += 1) await patch(numbered(at, { match: at }, `panel-${at}-of-20`))
  const { rows } = await sql<{ panels: object[] }>`select panels from stream_controls where board_id = ${id}`.execute(
    database.db,
  )
  expect(rows[0]!.panels).toHaveLength(8)
  expect(rows[0]!.panels[0]).toEqual({ id: 'panel-20-of-20', count: 20 })
})

test('CTL-02 on two machines each has a player', async () => {
  const { change, patch } = await stage({ machines: 2 })
  const now = await change({
    players: [
      { station: 0, player: 0, playerName: 'Ann' },
      { station: 1, player: 0, playerName: 'Bob' },
    ],
  })
  expect(playersOf(now)).toEqual([['Ann'], ['Bob']])
  expect(await patch({ numPlayers: 2 })).toMatchObject({ status: 400 })
})

test('CTL-04 frozen scores stay, for viewers who come later too, until they go on', async () => {
  const { id, play, change, scores, bootstrap } = await stage()
  const next = await watch(id)
  await play(1000)
  await next((state) => scoreIn(state) === 1000)
  expect(await change({ is_frozen: true })).toMatchObject({ is_frozen: true, is_hidden: false })
  await play(2000)
  // Names still change.
  await change({ players: [{ station: 0, player: 0, playerName: 'Ann' }] })
  expect(scoreIn(await next(({ control }) => control?.revision === 2))).toBe(1000)
  // Freezing what is frozen does not move it.
  await change({ is_frozen: true })
  expect(scoreIn(await scores())).toBe(1000)
  expect(scoreIn((await bootstrap()).scores)).toBe(1000)
  expect(JSON.stringify(await bootstrap())).not.toContain('frozen')
  expect(await change({ is_frozen: false })).toMatchObject({ is_frozen: false })
  expect(scoreIn(await scores())).toBe(2000)
})

test('MOM-44 overlays are told at once to hold moments back, also while the scores are frozen', async () => {
  const { id, change, control } = await stage()
  const next = await watch(id)
  const held = async () => {
    const { revision, holds_moments } = await control()
    return [holds_moments, (await next(({ control: shown }) => shown?.revision === revision)).control!.holds_moments]
  }
  expect(await held()).toEqual([false, false])
  await change({ holds_moments: true })
  expect(await held()).toEqual([true, true])
  await change({ is_hidden: true })
  expect(await held()).toEqual([true, true])
  await change({ holds_moments: false, is_frozen: true })
  expect(await held()).toEqual([false, true])
  await change({ is_frozen: false })
  expect(await held()).toEqual([false, false])
})

test('CTL-04 frozen before the first game there is none; a scoreboard that became private shows nothing', async () => {
  const { id, play, change, scores, scoreboards } = await stage()
  const next = await watch(id)
  await change({ is_frozen: true })
  await play(1000)
  expect((await scores()).data[0]).toMatchObject({ session: null })
  await change({ is_frozen: false })
  await change({ is_frozen: true })
  expect(scoreIn(await scores())).toBe(1000)
  await call(whole.app, 'PATCH', `/api/scoreboard/${scoreboards[0]}/`, {
    token: owner.token,
    body: { is_public: false },
  })
  const hidden = await next(({ data }) => data[0]?.error !== undefined)
  expect(hidden.data).toEqual([
    { order: 0, scoreboard: scoreboards[0], venuemachine_id: null, session: null, error: expect.any(String) as string },
  ])
})

test.each([
  ['the machine’s owner', '?position=1', () => owner],
  ['the player', '', () => other],
])(
  'CTL-04 CLM-02 a name that %s takes off goes from frozen scores too, which stay as they were',
  async (_who, query, caller) => {
    const { id, machine, play, change, scores } = await stage()
    const next = await watch(id)
    await play(1000)
    const { code } = (await call(whole.app, 'GET', `/api/venuemachine/${machine}/claim_code/`, { token: owner.token }))
      .body as { code: string }
    expect(
      (
        await call(whole.app, 'POST', `/api/venuemachine/${machine}/claim/`, {
          token: other.token,
          body: { position: 1, code },
        })
      ).status,
    ).toBe(200)
    const namesIn = ({ data }: StreamboardScores) => data[0]?.session?.scores.map(({ player }) => player?.id)
    await next((state) => namesIn(state)?.[0] === other.id)
    await change({ is_frozen: true })
    await play(2000)
    expect(
      (await call(whole.app, 'DELETE', `/api/venuemachine/${machine}/claim/${query}`, { token: caller().token }))
        .status,
    ).toBe(204)
    const after = await next(({ control }) => control?.revision === 2)
    expect(after.data[0]!.session).toMatchObject({ scores: [{ position: 1, score: 1000, player: null }] })
    expect(scoreIn(await scores())).toBe(1000)
  },
)

test.each([
  [
    'the name is taken off',
    async (machine: number) =>
      expect(
        (await call(whole.app, 'DELETE', `/api/venuemachine/${machine}/claim/?position=1`, { token: owner.token }))
          .status,
      ).toBe(204),
  ],
  [
    'the player is removed',
    (_machine: number, player: number) => database.db.deleteFrom('users').where('id', '=', player).execute(),
  ],
])(
  'CTL-04 CLM-02 ACC-27 where %s in the moment in which a game is frozen, the name is not in what is frozen',
  async (_what, takeOff) => {
    const { db } = database
    const { id, machine, play, scores } = await stage()
    const players = await Promise.all([makeUser(db), makeUser(db)])
    await play(1000, 2000)
    for (const [slot, { token }] of players.entries()) {
      const { code } = (
        await call(whole.app, 'GET', `/api/venuemachine/${machine}/claim_code/`, { token: owner.token })
      ).body as { code: string }
      expect(
        (
          await call(whole.app, 'POST', `/api/venuemachine/${machine}/claim/`, {
            token,
            body: { position: slot + 1, code },
          })
        ).status,
      ).toBe(200)
    }
    const shown = { settings: {}, body: { data: (await scores()).data } }
    await takeOff(machine, players[0]!.id)
    const live = { open: async () => ({ channel: { shown } }) }
    const controls = new StreamControls({ db, changes: new BoardChanges(), live, holdNames })
    await controls.change(id, owner.id, { is_frozen: true })
    const { frozen } = await readShownControl(db, id)
    const [game] = Object.values(frozen!)
    expect(game?.session?.scores.map(({ score, player }) => [score, player?.id])).toEqual([
      [1000, undefined],
      [2000, players[1]!.id],
    ])
  },
)

test('CTL-04 CLM-02 who takes a name off waits until the freezing that goes on is over', async () => {
  const { db } = database
  const { machine, play } = await stage()
  const player = await makeUser(db)
  await play(1000)
  const { code } = (await call(whole.app, 'GET', `/api/venuemachine/${machine}/claim_code/`, { token: owner.token }))
    .body as { code: string }
  const { body: game } = await call(whole.app, 'POST', `/api/venuemachine/${machine}/claim/`, {
    token: player.token,
    body: { position: 1, code },
  })
  const order: string[] = []
  let removing: Promise<unknown> | undefined
  await db.transaction().execute(async (trx) => {
    expect(await holdNames(trx, [game as Game])).toEqual([game])
    removing = call(whole.app, 'DELETE', `/api/venuemachine/${machine}/claim/?position=1`, { token: owner.token }).then(
      () => order.push('taken off'),
    )
    while (
      order.length === 0 &&
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
      ).rows.length === 0
    );
    order.push('frozen')
  })
  await removing
  expect(order).toEqual(['frozen', 'taken off'])
})

test('CTL-06 CTL-01 the queue is stored, and in no public answer', async () => {
  const { change, control, bootstrap, scores } = await stage()
  const matches = [['Ann', 'Bob'], ['Quentin'], ['A', 'B', 'C', 'D']]
  await change({ matches, match: 1 })
  await change({ is_hidden: true })
  expect(await control()).toMatchObject({ matches, match: 1, revision: 2 })
  expect(JSON.stringify([await bootstrap(), await scores()])).not.toContain('Quentin')
})

test('CTL-02 it is in the database: another process reads the same', async () => {
  const { id, change } = await stage()
  await change({ is_hidden: true, matches: [['Ann']], match: 0, backgroundColor: '#123456' })
  const another = await buildWholeApp(database.db)
  const answer = await call(another.app, 'GET', `/api/streamboard/${id}/bootstrap/`)
  expect(answer.body).toMatchObject({
    config_json: { backgroundColor: '#123456' },
    scores: { control: { is_hidden: true, revision: 1 } },
  })
  await another.close()
})

test.each<[string, object]>([
  ['a name that is too long', { players: [{ station: 0, player: 0, playerName: 'x'.repeat(257) }] }],
  ['a name of two lines', { players: [{ station: 0, player: 0, playerName: 'Ann\nBob' }] }],
  ['half a character', { players: [{ station: 0, player: 0, playerName: 'a\ud800' }] }],
  ['a fifth player', { players: [{ station: 0, player: 4, playerName: 'Ann' }] }],
  ['a third machine', { players: [{ station: 2, player: 0, playerName: 'Ann' }] }],
  ['a colour that is none', { textColor: 'red; background: url(x)' }],
  ['a layout that there is not', { layout: 'NineCam' }],
  ['five players', { numPlayers: 5 }],
  ['501 matches', { matches: Array.from({ length: 501 }, () => ['Ann', 'Bob']) }],
  ['a match of five', { matches: [['A', 'B', 'C', 'D', 'E']] }],
  ['a match without players', { matches: [[]] }],
  ['a long name in the queue', { matches: [['x'.repeat(81)]] }],
  ['a match that is none', { match: 500 }],
  ['a panel without a number', { panel: { id: 'panel-one' } }],
  ['a number that does not rise', { panel: { id: 'panel-one', count: 0 } }],
  ['half a number', { panel: { id: 'panel-one', count: 1.5 } }],
  ['a panel with a long name', { panel: { id: 'x'.repeat(41), count: 1 } }],
  ['hidden by half', { is_hidden: 'yes' }],
])('CTL-11 %s is refused, and nothing has changed', async (_what, body) => {
  const { patch, control } = await stage()
  expect((await patch({ is_frozen: true, ...body })).status).toBe(400)
  expect(await control()).toMatchObject({ revision: 0, is_frozen: false, is_hidden: false, matches: [] })
})

test('CTL-11 a full queue is taken, and goes with its board', async () => {
  const { id, url, change } = await stage()
  const matches = Array.from({ length: 500 }, () => ['ñ'.repeat(80), 'ñ'.repeat(80), 'ñ'.repeat(80), 'ñ'.repeat(80)])
  expect((await change({ matches })).matches).toHaveLength(500)
  expect((await call(whole.app, 'DELETE', url, { token: owner.token })).status).toBe(204)
  expect(
    await database.db
      .selectFrom('boards')
      .select('id')
      .where('type', '=', 'streamboard')
      .where('id', '=', id)
      .execute(),
  ).toEqual([])
})
