import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect as connectNats } from '@nats-io/transport-node'
import { sql } from 'kysely'
import * as v from 'valibot'
import { WebSocket } from 'ws'
import { BoardChanges } from '../../core/boards/changes'
import { PostedFeeds } from '../../core/boards/feeds/postedFeeds'
import { freePort } from '../../ground/database/embedded/cluster'
import { connect } from '../../ground/database/pool'
import { startCollector } from '../../ground/tracing/collector'
import { claimSlot } from '../../core/games/claims'
import { Games } from '../../core/games/games.service'
import { gamesStore } from '../../core/games/games.store'
import { startLive } from '../live/startLive'
import {
  makeComboboard,
  makeLeaderboard,
  makeScoreboard,
  makeUser,
  makeVenueMachine,
  useTestDatabase,
} from '../../testing'
import { publishVersion, writeRegistry } from '../../testing/publishType'
import { buildWholeApp } from '../../testing/wholeApp'
import type { WholeApp } from '../../testing/wholeApp'
import { Tvs } from '../tvs/tvs.service'
import { joinInstances } from './joinInstances'
import { NatsBus } from './natsBus'

/* Two whole servers on one database, with a real cluster of three nats-servers between them. */

const program = ['nats-server', '/usr/sbin/nats-server', '/usr/local/bin/nats-server'].find((name) =>
  path.isAbsolute(name) ? existsSync(name) : spawnSync(name, ['--version']).status === 0,
)

const endings: (() => unknown)[] = []
afterAll(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** Resolves once it is so; throws when it does not become so. */
async function until(isSo: () => boolean | Promise<boolean>, what: string) {
  for (const end = Date.now() + 20_000; !(await isSo()); await wait(10))
    if (Date.now() > end) throw new Error(`It did not happen: ${what}`)
}

const connections = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ connections: v.array(v.object({ name: v.optional(v.string()) })) }),
)

/** A server of a NATS cluster that can be ended and started again on the same port. */
async function makeNode(
  folder: string,
  { port, clusterPort, routes }: { port: number; clusterPort: number; routes: number[] },
) {
  const file = path.join(folder, `nats-${port}.conf`)
  const monitorPort = await freePort()
  const user = 'user: multiball, password: "p@ss"'
  await writeFile(
    file,
    `listen: 127.0.0.1:${port}\nhttp: 127.0.0.1:${monitorPort}\nauthorization { ${user} }
cluster { name: test, listen: 127.0.0.1:${clusterPort}, authorization { ${user} }, routes: [${routes.map((route) => `"nats://multiball:p%40ss@127.0.0.1:${route}"`).join(', ')}] }\n`,
  )
  let child: ChildProcess | undefined
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const start = async () => {
    child = spawn(program!, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    child.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await until(() => output.includes('Server is ready'), `nats-server: ${output}`)
  }
  /** whether a Multiball is connected to it */
  const isUsed = async () =>
    v
      .parse(connections, await (await fetch(`http://127.0.0.1:${monitorPort}/connz`)).text())
      .connections.some(({ name }) => name === 'multiball')
  return { url: `nats://multiball:p%40ss@127.0.0.1:${port}`, start, stop, isUsed }
}

type Node = Awaited<ReturnType<typeof makeNode>>

/** A cluster of three nats-servers that can be ended and started again. */
async function makeNats() {
  const folder = await mkdtemp(path.join(tmpdir(), 'multiball-nats-'))
  const ports = await Promise.all(Array.from({ length: 6 }, freePort))
  const clusterPorts = ports.slice(3)
  const nodes = await Promise.all(
    clusterPorts.map((clusterPort, at) =>
      makeNode(folder, { port: ports[at]!, clusterPort, routes: clusterPorts.filter((port) => port !== clusterPort) }),
    ),
  )
  const all = (what: 'start' | 'stop') => Promise.all(nodes.map((node) => node[what]()))
  endings.push(async () => {
    await all('stop')
    await rm(folder, { recursive: true, force: true })
  })
  return { nodes, urls: nodes.map(({ url }) => url), start: () => all('start'), stop: () => all('stop') }
}

const title = 'issue 3.11 two instances on one database, with NATS between them'
const suite = program ? describe : describe.skip

suite(
  program ? title : `${title}: SKIPPED, there is no nats-server on this machine (Debian: apt-get install nats-server)`,
  () => {
    const database = useTestDatabase()
    let nats: Awaited<ReturnType<typeof makeNats>>
    let collector: Awaited<ReturnType<typeof startCollector>>
    let deploy: string
    let one: Awaited<ReturnType<typeof instance>>
    let other: typeof one
    let owner: Awaited<ReturnType<typeof makeUser>>

    /** A server as the product puts it together, with connections of its own. */
    async function instance() {
      const counted = { queries: 0 }
      const pool = connect({ connectionString: database.url, max: 5 })
      const db = pool.withPlugin({
        transformQuery: ({ node }) => ((counted.queries += 1), node),
        transformResult: async ({ result }) => result,
      })
      const whole: WholeApp = await buildWholeApp(
        db,
        {},
        { NATS_URL: nats.urls.join(','), DEPLOY_DIR: deploy, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      )
      const address = await whole.listen()
      endings.push(async () => {
        await whole.close()
        await pool.destroy()
      })
      const call = async (
        method: string,
        url: string,
        {
          token = owner.token,
          scheme = 'Token',
          body,
          headers,
        }: { token?: string; scheme?: 'Token' | 'Feed'; body?: object; headers?: Record<string, string> } = {},
      ) => {
        const answer = await fetch(address + url, {
          method,
          headers: {
            ...(token && { authorization: `${scheme} ${token}` }),
            ...(body && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body && { body: JSON.stringify(body) }),
        })
        return { status: answer.status, body: (await answer.json().catch(() => undefined)) as Record<string, unknown> }
      }
      const watch = async (type: string, id: number, key?: string) => {
        const socket = new WebSocket(`${address.replace('http', 'ws')}/${type}/${id}/scores/websocket/`)
        endings.push(() => socket.terminate())
        const heard: Record<string, unknown>[] = []
        socket.on('message', (data) => heard.push(JSON.parse(data.toString()) as Record<string, unknown>))
        const closed = once(socket, 'close').then(([code]) => code as number)
        await once(socket, 'open')
        socket.send(JSON.stringify({ type: 'GET_SCORES', name: `${type}:${id}:scores`, key }))
        await until(() => heard.length > 0, 'the first state')
        const shows = (text: string) =>
          until(
            () => JSON.stringify(heard.at(-1)).includes(text),
            `${text} on ${type} ${id}, which shows ${JSON.stringify(heard.at(-1))}`,
          )
        return { heard, closed, shows, socket }
      }
      const patchProfile = async (token: string, form: FormData) =>
        (
          await fetch(`${address}/api/user_profile/update/`, {
            method: 'PATCH',
            headers: { authorization: `Token ${token}` },
            body: form,
          })
        ).status
      return { call, watch, patchProfile, counted }
    }

    /** A machine with boards, and a game that is played on it through either. */
    async function hall(isPublic = true) {
      const machine = await makeVenueMachine(database.db, owner.id)
      const scoreboard = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], isPublic })
      const leaderboard = await makeLeaderboard(database.db, owner.id, { venueMachineIds: [machine] })
      const comboboard = await makeComboboard(database.db, owner.id, {
        items: [
          { type: 'scoreboard', id: scoreboard.id },
          { type: 'leaderboard', id: leaderboard.id },
        ],
      })
      const { key } = (await one.call('POST', `/api/venuemachine/${machine}/device_key/`)).body as { key: string }
      const session_uuid = crypto.randomUUID()
      let sequence = 0
      const post = async (through: typeof one, fields: object, headers = {}) => {
        const { status } = await through.call('POST', '/api/entry/', {
          token: key,
          body: { session_uuid, session_sequence: (sequence += 1), ...fields },
          headers,
        })
        expect(status).toBe(200)
      }
      return { machine, scoreboard, leaderboard, comboboard, post }
    }

    beforeAll(async () => {
      nats = await makeNats()
      // Only what a post asks for, and at once.
      Object.assign(process.env, { OTEL_TRACES_SAMPLER: 'parentbased_always_off', OTEL_BSP_SCHEDULE_DELAY: '20' })
      collector = await startCollector()
      endings.push(collector.close)
      deploy = await mkdtemp(path.join(tmpdir(), 'multiball-instances-'))
      endings.push(() => rm(deploy, { recursive: true, force: true }))
      owner = await makeUser(database.db)
      // Away at the start: they start anyway.
      one = await instance()
      other = await instance()
      await nats.start()
      const { scoreboard, post } = await hall()
      await other.call('GET', `/api/scoreboard/${scoreboard.id}/scores/`)
      const meet = async () => {
        await post(one, { current_p1_score: Math.floor(Math.random() * 1e9) })
        const [here, there] = await Promise.all(
          [one, other].map((each) => each.call('GET', `/api/scoreboard/${scoreboard.id}/scores/`)),
        )
        return JSON.stringify(here!.body.data) === JSON.stringify(there!.body.data)
      }
      await until(meet, 'both are connected')
    })

    test('RUN-10 a server that starts waits until it hears the others, and not for long where it cannot', async () => {
      const [here, away] = [nats.urls, [`nats://127.0.0.1:${await freePort()}`]].map(
        (urls) => new NatsBus({ urls, tell: () => {}, joinMs: urls === nats.urls ? 20_000 : 10 }),
      )
      await Promise.all([here!.joined(), away!.joined()])
      expect([here!.figures.isConnected, away!.figures.isConnected]).toEqual([true, false])
      await Promise.all([here!.close(), away!.close()])
    })

    test('RUN-08 scores that one takes are on the sockets of the other, on every board, whichever takes them', async () => {
      const { scoreboard, leaderboard, comboboard, post } = await hall()
      const watched = await Promise.all(
        [one, other].flatMap((each) => [
          each.watch('scoreboard', scoreboard.id),
          each.watch('comboboard', comboboard.id),
        ]),
      )
      const leaders = await Promise.all([one, other].map((each) => each.watch('leaderboard', leaderboard.id)))
      for (const [at, through] of [one, other, one, other].entries()) {
        await post(through, { current_p1_score: 1_000 + at, current_player: 1, current_ball: 1 })
        for (const viewer of watched) await viewer.shows(`"score":${1_000 + at}`)
      }
      expect(leaders.map(({ heard }) => heard.length)).toEqual([1, 1])
      await post(one, { active: false, current_p1_score: 77_777 })
      for (const viewer of [...watched, ...leaders]) await viewer.shows('77777')
    })

    test('OPS-13 a post that is followed has one trace across both, from the post to the frames of the other', async () => {
      const { scoreboard, post } = await hall()
      const there = await other.watch('scoreboard', scoreboard.id)
      const traceId = '5'.repeat(32)
      await post(one, { current_p1_score: 4_321 }, { traceparent: `00-${traceId}-${'6'.repeat(16)}-01` })
      await there.shows('4321')
      expect(there.heard.at(-1)!.traceparent).toMatch(new RegExp(`^00-${traceId}-`))
      await until(() => collector.trace(traceId).length >= 6, 'its spans are collected')
      expect(collector.trace(traceId).sort()).toEqual([
        ['POST /api/entry/', undefined],
        ['commit games', 'POST /api/entry/'],
        ['hear a game', 'tell the others'],
        ['make a state', 'hear a game'],
        ['send frames', 'make a state'],
        ['tell the others', 'commit games'],
      ])
    })

    test('LOAD-13 logins, requests for mails and device tokens that an address makes at either are counted together; bootstraps of a board hardly more', async () => {
      const { scoreboard } = await hall()
      /** Calls that were let through, of so many at both by turns. */
      const granted = async (calls: number, method: string, url: string, body?: object) => {
        const statuses = await Promise.all(
          Array.from({ length: calls }, (_, at) =>
            (at % 2 ? one : other).call(method, url, { token: '', body }).then(({ status }) => status),
          ),
        )
        return statuses.filter((status) => status !== 429).length
      }
      expect(await granted(150, 'POST', '/api/auth/', { username: [] })).toBe(120)
      expect(await granted(40, 'POST', '/api/account/send-verification-email/', {})).toBe(30)
      // As if there had been more.
      const counted = (count: number) =>
        sql`update call_windows set count = 590 where count = ${count}`.execute(database.db)
      expect(await granted(20, 'POST', '/api/stoken/', {})).toBe(20)
      await counted(20)
      expect(await granted(20, 'POST', '/api/stoken/', {})).toBe(10)
      const opened = (through: typeof one) =>
        through.call('GET', `/api/scoreboard/${scoreboard.id}/bootstrap/`, { token: '' }).then(({ status }) => status)
      for (let count = 0; count < 10; count += 1) expect(await opened(one)).toBe(200)
      await until(async () => (await counted(10)).numAffectedRows === 1n, 'ten of them are told of')
      let more = 0
      for (; (await opened(other)) === 200; more += 1) expect(more).toBeLessThan(300)
      expect(more).toBeGreaterThanOrEqual(10)
    })

    test('a board that is hidden at one closes the sockets at the other at once, and its keys open it still', async () => {
      const { scoreboard, comboboard } = await hall()
      const stranger = await other.watch('scoreboard', scoreboard.id)
      const guest = await other.watch('scoreboard', scoreboard.id, scoreboard.viewerKey)
      const combo = await other.watch('comboboard', comboboard.id)
      expect(
        (await one.call('PATCH', `/api/scoreboard/${scoreboard.id}/`, { body: { is_public: false } })).status,
      ).toBe(200)
      expect(await stranger.closed).toBe(4404)
      await combo.shows('This board is private')
      expect(guest.socket.readyState).toBe(WebSocket.OPEN)
      expect((await other.call('GET', `/api/scoreboard/${scoreboard.id}/scores/`, { token: '' })).status).toBe(404)
    })

    test('BTY-12 what a program posts through one is on the sockets of the other', async () => {
      const type = { feeds: { taps: { kind: 'posted', silent_after: 60 } } } as const
      await writeRegistry(deploy, {
        'mf-taps': {
          enabled: true,
          active: '1.0.0',
          versions: { '1.0.0': await publishVersion(deploy, 'mf-taps', '1.0.0', 'taplist', { properties: {}, type }) },
        },
      })
      const { id } = (await one.call('POST', '/api/board/taplist/', { body: { title: 'On tap', is_public: true } }))
        .body as { id: number }
      const { key } = (await one.call('POST', `/api/board/taplist/${id}/feed/taps/key/`)).body as { key: string }
      const viewers = await Promise.all([one, other].map((each) => each.watch('taplist', id)))
      for (const [sequence, through] of [one, other].entries()) {
        const posted = await through.call('PUT', `/api/board/taplist/${id}/feed/taps`, {
          scheme: 'Feed',
          token: key,
          body: { sequence, document: { beer: `Stout ${sequence}` } },
        })
        expect(posted.status).toBe(200)
        for (const viewer of viewers) await viewer.shows(`Stout ${sequence}`)
      }
      // A new key begins anew, for all of them.
      const { key: next } = (await one.call('POST', `/api/board/taplist/${id}/feed/taps/key/`)).body as { key: string }
      expect(
        (
          await other.call('PUT', `/api/board/taplist/${id}/feed/taps`, {
            scheme: 'Feed',
            token: next,
            body: { sequence: 1, document: { beer: 'Porter' } },
          })
        ).status,
      ).toBe(200)
      for (const viewer of viewers) await viewer.shows('Porter')
    })

    test('issue 22.1 what a game or a program says is read by nobody who is told: the other instance shows every state without asking the database', async () => {
      const { machine, scoreboard, post } = await hall()
      const type = { feeds: { taps: { kind: 'posted', silent_after: 60 } } } as const
      await writeRegistry(deploy, {
        'mf-taps': {
          enabled: true,
          active: '1.0.0',
          versions: { '1.0.0': await publishVersion(deploy, 'mf-taps', '1.0.0', 'taplist', { properties: {}, type }) },
        },
      })
      const { id } = (
        await one.call('POST', '/api/board/taplist/', { body: { title: 'Also on tap', is_public: true } })
      ).body
      const { key } = (await one.call('POST', `/api/board/taplist/${id as number}/feed/taps/key/`)).body
      await post(one, { current_p1_score: 1 })
      const [wall, taps] = [await other.watch('scoreboard', scoreboard.id), await other.watch('taplist', id as number)]
      const posted = (sequence: number) =>
        one.call('PUT', `/api/board/taplist/${id as number}/feed/taps`, {
          scheme: 'Feed',
          token: key as string,
          body: { sequence, document: { beer: `Stout ${sequence}` } },
        })
      await posted(1)
      await taps.shows('Stout 1')
      const before = other.counted.queries
      for (let turn = 2; turn < 12; turn += 1) {
        await post(one, { current_p1_score: turn * 10 })
        await posted(turn)
        await Promise.all([wall.shows(`"score":${turn * 10}`), taps.shows(`Stout ${turn}`)])
      }
      // The hub looks for unannounced changes of its boards every few seconds: that is all, and it goes by time.
      expect(other.counted.queries - before).toBeLessThanOrEqual(5)
      expect(machine).toBeGreaterThan(0)
    })

    test('a name that is claimed, and one that is changed, arrive', async () => {
      const { machine, scoreboard, leaderboard, post } = await hall()
      const player = await makeUser(database.db, { display_name: 'Ana' })
      await post(one, { current_p1_score: 5 })
      const viewers = [await other.watch('scoreboard', scoreboard.id), await other.watch('leaderboard', leaderboard.id)]
      await viewers[0]!.shows('"score":5')
      // There is no call for claiming yet: a third process, which only claims.
      const games = new Games(gamesStore(database.db))
      const changes = new BoardChanges()
      const hub = startLive({ db: database.db, games, changes })
      const lines: string[] = []
      const leave = joinInstances(new NatsBus({ urls: nats.urls, tell: (line) => lines.push(line) }), {
        games,
        hub,
        changes,
        feeds: new PostedFeeds({ db: database.db, changes }),
        tvs: new Tvs({ db: database.db, changes, publicUrl: '' }),
        onError: () => {},
      })
      await until(() => lines.length > 0, 'the third one is connected')
      expect(await claimSlot(database.db, games, machine, 1, player.id)).toBe('claimed')
      await leave()
      await hub.close()
      await viewers[0]!.shows('Ana')
      await post(one, { active: false })
      for (const viewer of viewers) await viewer.shows('Ana')
      const form = new FormData()
      for (const [name, value] of Object.entries({
        display_name: 'Björk',
        first_name: 'A',
        last_name: 'B',
        initials: 'AB',
      }))
        form.set(name, value)
      expect(await one.patchProfile(player.token, form)).toBe(200)
      for (const viewer of viewers) await viewer.shows('Björk')
    })

    test('issue 22.1 messages that come late, again and in any order, and a NATS that is killed among them, let no viewer see a score go back', async () => {
      const { scoreboard, post } = await hall()
      const bell = await hall()
      await post(one, { current_p1_score: 1 })
      const watchers = ({ id }: { id: number }) => Promise.all([one, other].map((each) => each.watch('scoreboard', id)))
      const [viewers, bells] = [await watchers(scoreboard), await watchers(bell.scoreboard)]
      const { hostname, port, username, password } = new URL(nats.urls[0]!)
      const echoes = await connectNats({
        servers: `${hostname}:${port}`,
        user: username,
        pass: decodeURIComponent(password),
        noEcho: true,
        reconnectTimeWait: 50,
        maxReconnectAttempts: -1,
      })
      endings.push(() => echoes.close())
      const kept: { subject: string; text: string }[] = []
      echoes.subscribe('multiball.>', {
        callback: (_error, message) => void kept.push({ subject: message.subject, text: message.string() }),
      })
      await echoes.flush()
      const echo = (messages: typeof kept) => {
        for (const { subject, text } of messages) echoes.publish(subject, text)
      }
      let score = 1
      const play = (through: typeof one) => post(through, { current_p1_score: (score += 1) })
      const games = (since = 0) => kept.slice(since).filter(({ text }) => text.includes('"type":"game"'))
      const read = ({ text }: (typeof kept)[number]) => JSON.parse(text) as { from: string; event: { state: object } }
      /** Plays until that is told, since scores that follow each other within 50 ms are told as one, and without NATS none is. */
      const playTold = async (through: typeof one) => {
        const before = games().length
        await until(async () => (await play(through), games().length > before), 'a score is told')
        echo(score % 2 ? kept : kept.toReversed())
      }
      let rung = 1_000
      /** Resolves once both have heard all that was said late: a score of another machine is said after it, and they show that. */
      const heardOut = async () => {
        const { event } = read(games()[0]!)
        rung += 1
        const ring = JSON.stringify({
          from: 'late',
          event: {
            ...event,
            machine: bell.machine,
            state: { ...event.state, sequence: String(rung), scores: [String(rung)] },
          },
        })
        const hasRung = () => bells.every(({ heard }) => JSON.stringify(heard.at(-1)).includes(`"score":${rung}`))
        await until(
          () => (echoes.publish(`multiball.topics.machine.${bell.machine}`, ring), hasRung()),
          'a late message is heard',
        )
      }
      const showsNewestAfterOldest = async () => {
        await Promise.all(viewers.map((viewer) => viewer.shows(`"score":${score}`)))
        // States only: after another message the machine is read again, and what comes meanwhile is for nobody.
        echo(games().toReversed())
        await heardOut()
        for (const each of [one, other])
          expect(JSON.stringify((await each.call('GET', `/api/scoreboard/${scoreboard.id}/scores/`)).body)).toContain(
            `"score":${score}`,
          )
      }
      const playAmongLate = async () => {
        for (let turn = 0; turn < 10; turn += 1) await playTold(turn % 3 ? one : other)
        await showsNewestAfterOldest()
      }
      await playAmongLate()
      await nats.stop()
      for (let turn = 0; turn < 5; turn += 1) await play(turn % 3 ? one : other)
      await nats.start()
      const before = kept.length
      await until(
        async () => (
          await play(one),
          await play(other),
          new Set(games(before).map((message) => read(message).from)).size === 2
        ),
        'both tell again',
      )
      await playAmongLate()
      for (const { heard } of viewers) {
        const scores = heard.flatMap((state) => /"score":(\d+)/.exec(JSON.stringify(state))?.slice(1).map(Number) ?? [])
        expect(scores).toEqual(scores.toSorted((a, b) => a - b))
      }
    })

    test('RUN-11 each server of a NATS cluster that they are connected to is killed in turn: viewers on both miss no score and see none go back', async () => {
      const { scoreboard, post } = await hall()
      await post(one, { current_p1_score: 1 })
      const viewers = [await one.watch('scoreboard', scoreboard.id), await other.watch('scoreboard', scoreboard.id)]
      let score = 1
      const play = async () => {
        await post((score += 1) % 2 ? one : other, { current_p1_score: score })
      }
      let killed = 0
      for (const node of nats.nodes) {
        if (!(await node.isUsed())) continue
        killed += 1
        await play()
        await node.stop()
        for (let count = 0; count < 10; count += 1) await play()
        await Promise.all(viewers.map((viewer) => viewer.shows(`"score":${score}`)))
        await node.start()
        for (let count = 0; count < 10; count += 1) await play()
        await Promise.all(viewers.map((viewer) => viewer.shows(`"score":${score}`)))
      }
      expect(killed).toBeGreaterThan(0)
      for (const { heard } of viewers) {
        const scores = heard.flatMap((state) => /"score":(\d+)/.exec(JSON.stringify(state))?.slice(1).map(Number) ?? [])
        expect(scores).toEqual(scores.toSorted((a, b) => a - b))
      }
    })

    test('RUN-11 when servers of the cluster part or meet, what their instances did not hear of each other meanwhile is read again', async () => {
      const [here, there] = nats.nodes as [Node, Node]
      const bus = new NatsBus({ urls: [here.url], tell: () => {} })
      endings.push(() => bus.close())
      await bus.joined()
      await there.stop()
      await until(() => bus.figures.gaps > 1, 'they parted')
      const before = bus.figures.gaps
      await there.start()
      await until(() => bus.figures.gaps > before, 'they met')
    })

    test('without NATS both go on, each with what it takes, and with what it finds in the database; when NATS is back all is as before', async () => {
      const { scoreboard, post } = await hall()
      const [here, there] = [
        await one.watch('scoreboard', scoreboard.id),
        await other.watch('scoreboard', scoreboard.id),
      ]
      await post(one, { current_p1_score: 111 })
      await there.shows('"score":111')
      await nats.stop()
      await post(one, { current_p1_score: 222 })
      await here.shows('"score":222')
      await there.shows('"score":222')
      await post(one, { current_p1_score: 333 })
      await nats.start()
      await there.shows('"score":333')
      for (let points = 400; points < 410; points += 1) {
        await post(points % 2 ? one : other, { current_p1_score: points })
        await Promise.all([here, there].map((viewer) => viewer.shows(`"score":${points}`)))
      }
    })
  },
)

describe('a bus that reaches nobody', () => {
  test('says so once, without the password, takes what it is given, and closes', async () => {
    const lines: string[] = []
    const bus = new NatsBus({
      urls: [`nats://multiball:secret@127.0.0.1:${await freePort()}`],
      tell: (line) => lines.push(line),
      retryMs: 20,
      blindMs: 20,
    })
    const heard: string[] = []
    bus.subscribe(({ type }) => heard.push(type))
    for (let count = 0; count < 1_000; count += 1) bus.publish({ type: 'renamed', user: count })
    await until(() => heard.length > 2, 'gaps')
    expect(new Set(heard)).toEqual(new Set(['gap']))
    expect(lines).toEqual([expect.stringMatching(/^NATS at 127\.0\.0\.1:\d+ cannot be used: /)])
    await bus.close()
    const before = heard.length
    await wait(60)
    expect(heard).toHaveLength(before)
  })
})
