import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { freePort } from '@multiball/e2e/product'
import type { Moment } from '@multiball/shared/schema'
import { findNews, readBests, readLanes, readScores } from '../../../server/src/core/games/moments/moments.store'
import { tellMoments } from '../../../server/src/core/games/moments/tellMoments'
import { connect } from '../../../server/src/ground/database/pool'
import { makeDeviceKey } from '../../../server/src/testing/devices'
import { makeScoreboard, makeUser, makeVenue, makeVenueMachine } from '../../../server/src/testing/makers'
import { findSystemPostgres } from '../../../server/src/testing/system/postgres'
import { follow, newestOf, receive, watch } from './momentSinks'
import { Endings, startInstances, startNats, startPostgres } from './scaleRig'

const onDebian = findSystemPostgres() && existsSync('/usr/sbin/nats-server') ? test : test.skip
const endings = new Endings()
const patienceMs = 300_000
afterAll(() => endings.run(), patienceMs)

interface Machine {
  id: number
  key: string
  venue: number
  board: number
  best: number
}

onDebian(
  'MOM-70 whatever is killed of servers, NATS and PostgreSQL, streams, webhooks, lists and walls have every moment, and none twice',
  async () => {
    const postgres = await startPostgres(endings)
    const nats = await startNats(endings)
    const settings = { DATABASE_URL: postgres.database, NATS_URL: nats.url, WEBHOOK_NETWORKS: '127.0.0.1' }
    const servers = await startInstances(endings, 3, settings)
    let turn = 0
    const next = () => servers[(turn += 1) % servers.length]!.url
    /** Asks one server after the other until one has done it. */
    const insist = async <Answer>(path: string, token: string, body?: object): Promise<Answer> => {
      const headers = { authorization: `Token ${token}`, ...(body && { 'content-type': 'application/json' }) }
      const given = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
      for (; ; await wait(50)) {
        const answer = await fetch(next() + path, { ...given, signal: AbortSignal.timeout(10_000) }).catch(
          () => undefined,
        )
        const said = await answer?.text().catch(() => undefined)
        if (answer?.ok && said !== undefined) return JSON.parse(said) as Answer
        if (answer && answer.status < 500) throw new Error(`${path}: ${answer.status} ${said}`)
      }
    }

    const before = connect({ connectionString: postgres.database, max: 1 })
    const [owner, player] = [await makeUser(before), await makeUser(before)]
    const machines: Machine[] = []
    for (const venue of [await makeVenue(before, owner.id), await makeVenue(before, owner.id)])
      for (let made = 0; made < 2; made += 1) {
        const id = await makeVenueMachine(before, owner.id, { venueId: venue })
        const { id: board } = await makeScoreboard(before, owner.id, { venueMachineIds: [id] })
        machines.push({ id, key: await makeDeviceKey(before, id), venue, board, best: 1_000 })
      }
    await before.destroy()

    const leaving = new AbortController()
    endings.add(() => leaving.abort())
    const followers = [false, true].map((byHeader) => follow(next, owner.token, byHeader, leaving.signal))
    const walls = machines.map(({ board }) => watch(next, board, leaving.signal))
    const ofVenue = receive(endings, await freePort(), ['fails', 'breaks off', 'closes'])
    const ofBoard = receive(endings, await freePort(), ['hangs', 'fails'])
    const { venue, id: lastMachine, board } = machines.at(-1)!
    await insist('/api/hook/', owner.token, { venue, url: ofVenue.url })
    await insist('/api/hook/', owner.token, { board: { type: 'scoreboard', id: board }, url: ofBoard.url })

    const ended: string[] = []
    let isOver = false
    const play = async (machine: Machine) => {
      for (let game = 1; !isOver; game += 1) {
        const session_uuid = randomUUID()
        const post = (session_sequence: number, score: number, active: boolean) =>
          insist('/api/entry/', machine.key, {
            ...{ session_uuid, session_sequence, active },
            ...{ current_p1_score: score, current_p2_score: score - 500 },
          })
        const claim = async () => {
          const { code } = await insist<{ code: string }>(`/api/venuemachine/${machine.id}/claim_code/`, owner.token)
          await insist(`/api/venuemachine/${machine.id}/claim/`, player.token, { position: 1, code })
        }
        await post(1, 600, true)
        if (game % 4 === 1) await claim()
        await wait(2_000)
        // The next game begins instead.
        if (game % 4 === 0) continue
        // Every third score is as good as the best.
        if (game % 3) machine.best += 1_000
        await post(2, machine.best, false)
        ended.push(session_uuid)
        await wait(2_000)
        if (game % 4 === 3) await claim()
        // A wall shows four moments at most of 15 seconds.
        await wait(2_000)
      }
    }
    const playing = Promise.all(machines.map(play))
    const moreGames = async (count: number) => {
      for (const enough = ended.length + count; ended.length < enough;) await wait(50)
    }
    const down = async (...victims: { kill(): Promise<void>; start(): Promise<void> }[]) => {
      for (const victim of victims) await victim.kill()
      await moreGames(3)
      for (const victim of victims) await victim.start()
    }
    const crash = () => postgres.restart()
    const strikes = [
      () => down(servers[0]!),
      () => down(nats),
      crash,
      () => down(servers[1]!, nats),
      () => down(servers[2]!),
      crash,
    ]
    for (const strike of strikes) {
      await moreGames(3)
      await strike()
    }
    isOver = true
    await playing

    const db = connect({ connectionString: postgres.database, max: 1 })
    endings.add(() => db.destroy())
    const counted = await db.selectFrom('games').select('session_uuid').where('successful', '=', true).execute()
    expect(counted.map(({ session_uuid }) => session_uuid).toSorted()).toEqual(ended.toSorted())

    const stored = () => db.selectFrom('moments').select(['id', 'place', 'state', 'venue_machine_id']).execute()
    const idsOf = (some: readonly Machine[]) => some.map(({ id }) => id)
    const sinks = [
      ...followers.map((told) => ({ told, of: idsOf(machines) })),
      { told: ofVenue.told, of: idsOf(machines.filter((one) => one.venue === venue)) },
      { told: ofBoard.told, of: [lastMachine] },
    ]
    const compare = async () => {
      const all = await stored()
      return sinks.map(({ told, of }) => [
        newestOf(told),
        newestOf(all.filter(({ venue_machine_id: id }) => of.includes(id))),
      ])
    }
    const areEqual = async () => (await compare()).every(([told, expected]) => isDeepStrictEqual(told, expected))
    // Webhooks are tried again after a while.
    for (let looks = 0; looks < 300 && ((await findNews(db)).games || !(await areEqual())); looks += 1) await wait(200)
    for (const [told, expected] of await compare()) expect(told).toEqual(expected)
    for (const told of followers) {
      const places = told.map(({ place }) => place)
      expect(places).toEqual([...new Set(places)].toSorted((one, other) => one - other))
    }
    for (const { deliveries, taken } of [ofVenue, ofBoard]) {
      expect([...deliveries.values()].filter(({ size }) => size > 1)).toEqual([])
      // What was killed may not have noted the answer.
      expect(taken.length - new Set(taken).size).toBeLessThanOrEqual(strikes.length)
    }

    const always = { since: new Date(0), game_id: null, position: null }
    const lanes = await readLanes(
      db,
      machines.map(({ id }) => ({ ...always, venue_machine_id: id })),
    )
    const [scores, bests] = [await readScores(db, lanes), await readBests(db, lanes)]
    const games = [...new Set(scores.map(({ game }) => game))].map((id) => scores.filter(({ game }) => game === id))
    const computed = games.flatMap((game) => tellMoments(game, bests.get(game[0]!.venueMachineId)!))
    const listed: Moment[] = []
    for (let count = 1; listed.length < count;) {
      const page = `/api/moments/?limit=50&offset=${listed.length}`
      const answer = await insist<{ count: number; results: Moment[] }>(page, owner.token)
      listed.push(...answer.results)
      count = answer.count
    }
    expect(listed.map(({ id, score, previous }) => `${id} ${score} ${previous?.score}`).toSorted()).toEqual(
      computed.map(({ id, of, previous }) => `${id} ${of?.score ?? null} ${previous?.score}`).toSorted(),
    )

    const records = listed.filter(({ kind }) => kind.endsWith('_record'))
    const missed = machines.flatMap(({ id: machine }, at) =>
      records.filter(({ id, venuemachine }) => venuemachine.id === machine && !walls[at]!.has(id)),
    )
    expect(missed).toEqual([])
  },
  patienceMs,
)
