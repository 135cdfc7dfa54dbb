import { claimCodeLength, Entry, testSessionMark } from '@multiball/shared/schema'
import type { Game, OwnGame, PlayedGame } from '@multiball/shared/schema'
import * as v from 'valibot'
import { call, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { useClaims } from '../../testing/claimsApp'
import { makeDeviceKey } from '../../testing/devices'
import { claimableForMs, ClaimCodes, newestGame } from './claims'

const database = useTestDatabase()
const clock = { now: Date.now() }
const claiming = useClaims(database, () => clock.now)

let sessions = 0

/** A machine on a board, with a game of two. */
async function stage(isPublic = true) {
  const machine = await makeVenueMachine(database.db, claiming.owner.id)
  const { viewerKey } = await makeScoreboard(database.db, claiming.owner.id, { venueMachineIds: [machine], isPublic })
  sessions += 1
  let sequence = 0
  let session_uuid = sessions.toString(16).padStart(32, '0')
  const post = (fields: object) =>
    claiming.games.record(machine, v.parse(Entry, { session_uuid, session_sequence: (sequence += 1), ...fields }))
  const url = `/api/venuemachine/${machine}`
  await post({ current_p1_score: 100, current_p2_score: 300 })
  const codeOf = async () =>
    ((await call(claiming.app, 'GET', `${url}/claim_code/?key=${viewerKey}`)).body as { code: string }).code
  return {
    url,
    viewerKey,
    settle: () => post({ active: false }),
    playNext: (uuid = session_uuid.replace(/^0/, 'a')) => {
      session_uuid = uuid
      return post({ current_p1_score: 5 })
    },
    /** of the newest game, as a screen that the owner vouches for has it */
    code: codeOf,
    claim: async (who: { token: string } | undefined, position: unknown, code?: string) =>
      call(claiming.app, 'POST', `${url}/claim/`, {
        token: who?.token,
        body: { position, code: code ?? (await codeOf()) },
      }),
    takeOff: (who: { token: string }, query: string) =>
      call(claiming.app, 'DELETE', `${url}/claim/?${query}`, { token: who.token }),
    release: (who: { token: string }) => call(claiming.app, 'DELETE', `${url}/claim/`, { token: who.token }),
    /** ids of the players by slot, as the wall has them */
    shown: async () =>
      (await claiming.games.current(Number(url.split('/').at(-1))))!.scores.map(({ player }) => player?.id ?? null),
    played: async () => ((await call(claiming.app, 'GET', `${url}/games/`)).body as { results: PlayedGame[] }).results,
  }
}

test('a claim puts the player into the game at once, and into its scores once it has settled', async () => {
  const { claim, shown, settle, played } = await stage()
  const answer = await claim(claiming.ann, 2)
  expect([answer.status, (answer.body as Game).scores.map(({ player }) => player?.id)]).toEqual([
    200,
    [undefined, claiming.ann.id],
  ])
  expect(await shown()).toEqual([null, claiming.ann.id])
  await settle()
  expect((await played())[0]).toMatchObject({
    successful: true,
    scores: [
      { position: 1, score: 100, player: null },
      { position: 2, score: 300, player: { id: claiming.ann.id } },
    ],
  })
})

test('who has claimed may take it back, and then claim another slot', async () => {
  const { claim, release, shown, settle } = await stage()
  await claim(claiming.ann, 1)
  expect((await claim(claiming.ann, 2)).body).toEqual({ detail: 'You are already in this game. Undo that first.' })
  expect((await release(claiming.ann)).status).toBe(204)
  expect(await shown()).toEqual([null, null])
  expect((await release(claiming.ann)).status).toBe(404)
  await settle()
  expect((await claim(claiming.ann, 2)).status).toBe(200)
  expect((await release(claiming.ann)).status).toBe(204)
  const { user_id } = await database.db
    .selectFrom('settled_scores')
    .select('user_id')
    .orderBy('game_id', 'desc')
    .orderBy('position', 'desc')
    .executeTakeFirstOrThrow()
  expect(user_id).toBeNull()
})

describe('a claim that is refused changes nothing', () => {
  test.each<
    [string, (set: Awaited<ReturnType<typeof stage>>) => Promise<{ status: number; body: unknown }>, number, object]
  >([
    [
      'of a slot that somebody else has',
      ({ claim }) => claim(claiming.bob, 1),
      409,
      { detail: 'Someone else has claimed this slot. Sort it out at the machine.' },
    ],
    ['of a slot that is not played', ({ claim }) => claim(claiming.bob, 3), 404, { detail: 'Item not found.' }],
    ['of position 7', ({ claim }) => claim(claiming.bob, 7), 400, { position: ['Positions are 1 to 6'] }],
    ['of no position', ({ claim }) => claim(claiming.bob, 'one'), 400, { position: ['A position is expected'] }],
    ['without a login', ({ claim }) => claim(undefined, 2), 401, { detail: 'Please log in.' }],
    [
      'of a game after which another one began',
      async ({ claim, playNext }) => (await playNext(), claim(claiming.bob, 2)),
      404,
      { detail: 'Item not found.' },
    ],
    [
      'of a game that is long over',
      async ({ claim, settle }) => {
        await settle()
        clock.now += claimableForMs
        return claim(claiming.bob, 2)
      },
      404,
      { detail: 'Item not found.' },
    ],
  ])('%s', async (_what, attempt, status, body) => {
    const set = await stage()
    await set.claim(claiming.ann, 1)
    const { status: answered, body: said } = await attempt(set)
    expect([answered, said]).toEqual([status, body])
    expect(await set.shown()).not.toContain(claiming.bob.id)
  })
})

describe('CLM-01 who claims has the code of the game', () => {
  test.each([
    ['none', undefined, 'Scan the code on the display at the machine: it shows that you play there.'],
    ['that of nothing', 'AAAAAA', 'This code is for another game. Scan the code on the screen again.'],
    ['something else altogether', 'Ω', 'This code is for another game. Scan the code on the screen again.'],
  ])('%s is refused and changes nothing', async (_what, code, detail) => {
    const { url, shown } = await stage()
    const refused = await call(claiming.app, 'POST', `${url}/claim/`, {
      token: claiming.ann.token,
      body: { position: 1, code },
    })
    expect([refused.status, refused.body]).toEqual([403, { detail }])
    expect(
      (
        await call(claiming.app, 'GET', `${url}/claim/${code ? `?code=${encodeURIComponent(code)}` : ''}`, {
          token: claiming.ann.token,
        })
      ).body,
    ).toEqual({ detail })
    expect(await shown()).toEqual([null, null])
  })

  test('the code of the game before opens the next one no more', async () => {
    const { claim, code, playNext } = await stage()
    const before = await code()
    await playNext()
    expect((await claim(claiming.ann, 1, before)).status).toBe(403)
    expect((await claim(claiming.ann, 1)).status).toBe(200)
  })

  test('ten wrong ones of a user for a game, then none is taken, not even the right one; others and other games are not concerned', async () => {
    const { claim, code, playNext } = await stage()
    const statuses: number[] = []
    for (let guess = 0; guess < 11; guess += 1) statuses.push((await claim(claiming.bob, 1, 'AAAAAA')).status)
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429])
    expect((await claim(claiming.bob, 1)).status).toBe(429)
    expect((await claim(claiming.ann, 1)).status).toBe(200)
    await playNext()
    expect((await claim(claiming.bob, 1, await code())).status).toBe(200)
  })

  test('screens that the owner vouches for are told the code, everybody else is told what those of a missing machine are', async () => {
    const { url, viewerKey, code } = await stage()
    const missing = await call(claiming.app, 'GET', '/api/venuemachine/987654/claim_code/')
    const ask = (query: string, token?: string) => call(claiming.app, 'GET', `${url}/claim_code/${query}`, { token })
    for (const answer of [await ask(''), await ask('?key=wrong'), await ask('', claiming.ann.token)])
      expect([answer.status, answer.text]).toEqual([404, missing.text])
    const told = await ask(`?key=${viewerKey}`)
    expect(told.body).toEqual({ game: expect.any(Number), code: expect.stringMatching(/^[2-9A-Y]{6}$/) })
    expect([told.headers['cache-control'], (await code()).length]).toEqual(['no-store', claimCodeLength])
    expect((await ask('', claiming.owner.token)).body).toEqual(told.body)
    const key = await makeDeviceKey(database.db, Number(url.split('/').at(-1)))
    expect((await ask('', key)).body).toEqual(told.body)
  })

  test('CLM-10 of a game that ended an hour ago the code is given to no screen, and opens the game to its players alone', async () => {
    const { url, viewerKey, code, claim, settle } = await stage()
    const known = await code()
    await claim(claiming.ann, 1)
    await settle()
    const look = async (token: string) => await call(claiming.app, 'GET', `${url}/claim/?code=${known}`, { token })
    const screen = async () => (await call(claiming.app, 'GET', `${url}/claim_code/?key=${viewerKey}`)).status
    clock.now += claimableForMs - 1
    expect([await screen(), (await look(claiming.bob.token)).status]).toEqual([200, 200])
    clock.now += 1
    expect([await screen(), (await look(claiming.ann.token)).body]).toEqual([404, expect.objectContaining({ mine: 1 })])
    expect(await look(claiming.bob.token)).toMatchObject({
      status: 403,
      body: { detail: expect.stringMatching(/^The last game ended over an hour ago/) as string },
    })
  })

  test('another process has the same codes', async () => {
    const { url, code } = await stage()
    const game = (await newestGame(database.db, Number(url.split('/').at(-1))))!
    expect(await new ClaimCodes(database.db).codeOf(game)).toBe(await code())
  })

  test('a key of a foreign board that shows the machine vouches for nothing', async () => {
    const { url } = await stage()
    const { viewerKey } = await makeScoreboard(database.db, claiming.bob.id, {
      venueMachineIds: [Number(url.split('/').at(-1))],
      isPublic: true,
    })
    expect((await call(claiming.app, 'GET', `${url}/claim_code/?key=${viewerKey}`)).status).toBe(404)
  })
})

describe('CLM-02 the owner of a machine takes a name off', () => {
  test('of the running game; a player who was there does not come back with the code that they have', async () => {
    const { claim, code, takeOff, shown } = await stage()
    const before = await code()
    await claim(claiming.ann, 1)
    expect((await takeOff(claiming.owner, 'position=1')).status).toBe(204)
    expect(await shown()).toEqual([null, null])
    expect((await claim(claiming.ann, 1, before)).status).toBe(403)
    expect((await claim(claiming.bob, 1, before)).status).toBe(403)
    // Who stands there scans again.
    expect(await code()).not.toBe(before)
    expect((await claim(claiming.bob, 1)).status).toBe(200)
  })

  test('of a game that is long over, from its scores and from leaderboards', async () => {
    const { claim, takeOff, settle, playNext, played } = await stage()
    await claim(claiming.ann, 1)
    await claim(claiming.bob, 2)
    await settle()
    const [{ id }] = (await played()) as [PlayedGame]
    await playNext()
    clock.now += 2 * claimableForMs
    expect((await takeOff(claiming.owner, `position=2&game=${id}`)).status).toBe(204)
    expect((await played())[0]!.scores.map(({ player }) => player?.id ?? null)).toEqual([claiming.ann.id, null])
    const counted = await database.db
      .selectFrom('settled_scores')
      .select('user_id')
      .where('game_id', '=', id)
      .orderBy('position')
      .execute()
    expect(counted).toEqual([{ user_id: claiming.ann.id }, { user_id: null }])
    // The slot is empty by now, and so it is in a game of another machine.
    expect((await takeOff(claiming.owner, `position=2&game=${id}`)).status).toBe(404)
    expect((await (await stage()).takeOff(claiming.owner, `position=1&game=${id}`)).status).toBe(404)
    expect((await takeOff(claiming.owner, 'position=7')).body).toEqual({ position: ['Positions are 1 to 6'] })
  })

  test('and no one else does', async () => {
    const [open, hidden] = [await stage(), await stage(false)]
    for (const { claim } of [open, hidden]) await claim(claiming.ann, 1)
    for (const who of [claiming.ann, claiming.bob]) {
      expect((await open.takeOff(who, 'position=1')).body).toEqual({
        detail: 'Only the machine’s owner can remove names from its games.',
      })
      expect((await hidden.takeOff(who, 'position=1')).body).toEqual({ detail: 'Item not found.' })
    }
    expect([await open.shown(), await hidden.shown()]).toEqual([
      [claiming.ann.id, null],
      [claiming.ann.id, null],
    ])
  })
})

test('API-09 a machine of private boards is a missing one, but for its owner and the code of its game', async () => {
  const { url, claim, release, viewerKey, code } = await stage(false)
  const missing = await call(claiming.app, 'POST', '/api/venuemachine/987654/claim/', {
    token: claiming.ann.token,
    body: { position: 1 },
  })
  for (const wrong of [undefined, 'AAAAAA']) {
    const hidden = await call(claiming.app, 'POST', `${url}/claim/?key=${viewerKey}`, {
      token: claiming.ann.token,
      body: { position: 1, code: wrong },
    })
    expect([hidden.status, hidden.text]).toEqual([404, missing.text])
  }
  expect((await release(claiming.ann)).text).toBe(missing.text)
  for (const path of ['games/', 'claim/', 'claim/?code=AAAAAA'])
    expect((await call(claiming.app, 'GET', `${url}/${path}`, { token: claiming.ann.token })).text).toBe(missing.text)
  expect(
    (
      await call(claiming.app, 'GET', `${url}/claim/?code=${(await code()).toLowerCase()}`, {
        token: claiming.ann.token,
      })
    ).body,
  ).toMatchObject({ venuemachine: { venue: {}, machine: {} }, game: { scores: [{}, {}] } })
  expect((await claim(claiming.ann, 1)).status).toBe(200)
  expect((await claim(claiming.owner, 2)).status).toBe(200)
  expect((await release(claiming.ann)).status).toBe(204)
})

test('own games: the newest first, with place and players, running ones too; no one else’s', async () => {
  const player = await makeUser(database.db)
  const first = await stage()
  await first.claim(player, 2)
  await first.settle()
  const second = await stage()
  await second.claim(player, 1)
  const { body } = await call(claiming.app, 'GET', '/api/user_profile/games/', { token: player.token })
  const { count, results } = body as { count: number; results: OwnGame[] }
  expect(count).toBe(2)
  expect(results).toMatchObject([
    { position: 1, score: 100, rank: 2, players: 2, settled_on: null },
    {
      position: 2,
      score: 300,
      rank: 1,
      players: 2,
      settled_on: new Date(clock.now).toISOString(),
      venuemachine: { machine: { name: expect.any(String) }, venue: { name: expect.any(String) } },
    },
  ])
  expect(
    (await call(claiming.app, 'GET', '/api/user_profile/games/?limit=1&offset=1', { token: player.token })).body,
  ).toMatchObject({ count: 2, results: [{ rank: 1 }] })
})

test('CRD-08 one’s own score has a card once it is settled, where everyone may see its machine, and is no test', async () => {
  const cards = async ({ isPublic = true, isTest = false, isOver = true }) => {
    const player = await makeUser(database.db)
    const { url, claim, code, settle, playNext } = await stage(isPublic)
    if (isTest) await playNext(testSessionMark.padEnd(32, String(sessions)))
    await claim(player, 1)
    const known = await code()
    if (isOver) await settle()
    const { body: page } = await call(claiming.app, 'GET', `${url}/claim/?code=${known}`, { token: player.token })
    const { body: own } = await call(claiming.app, 'GET', '/api/user_profile/games/', { token: player.token })
    const [{ id, card }] = (own as { results: [OwnGame] }).results
    expect((page as { card?: string }).card).toBe(card)
    return card?.replace(String(id), 'ID')
  }
  expect(await cards({})).toBe('game:ID:1')
  for (const without of [{ isPublic: false }, { isTest: true }, { isOver: false }])
    expect([without, await cards(without)]).toEqual([without, undefined])
})

test('ATT-01 own games say which of them are test games', async () => {
  const player = await makeUser(database.db)
  const { claim, playNext } = await stage()
  await claim(player, 1)
  await playNext(testSessionMark.padEnd(32, '1'))
  await claim(player, 1)
  const { results } = (await call(claiming.app, 'GET', '/api/user_profile/games/', { token: player.token })).body as {
    results: OwnGame[]
  }
  expect(results.map(({ is_test }) => is_test)).toEqual([true, undefined])
})

test('what was played, newest first: pages of it, and as a table', async () => {
  const { url, settle, playNext, claim, played } = await stage()
  await claim(claiming.ann, 2)
  await settle()
  await playNext()
  // The one that is still played is not in it.
  expect((await played()).map(({ scores }) => scores.length)).toEqual([2])
  await settle()
  expect((await played()).map(({ scores }) => scores.length)).toEqual([1, 2])
  expect((await call(claiming.app, 'GET', `${url}/games/?limit=1&offset=1`)).body).toMatchObject({
    count: 2,
    next: null,
    previous: expect.stringContaining('offset=0'),
    results: [{ scores: [{}, {}] }],
  })
  expect((await call(claiming.app, 'GET', `${url}/games/?limit=5001`)).status).toBe(400)
  const table = await claiming.app.inject(`${url}/games.csv?limit=1`)
  expect([table.headers['content-type'], table.headers['content-disposition']]).toEqual([
    'text/csv; charset=utf-8',
    expect.stringContaining('games.csv'),
  ])
  expect(table.body.split('\r\n')).toHaveLength(3)
})
