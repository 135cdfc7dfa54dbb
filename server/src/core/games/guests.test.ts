import { randomBytes } from 'node:crypto'
import { Entry, Game } from '@multiball/shared/schema'
import type { ClaimableGame, OwnGame, PlayedGame } from '@multiball/shared/schema'
import * as v from 'valibot'
import { call, makeLeaderboard, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { useClaims } from '../../testing/claimsApp'
import { leaderboardScope } from '../../testing/shownSettings'
import { tidy } from '../../tidy'
import { forgottenGuest } from './claimers'
import { claimSlot } from './claims'
import { isRefused } from './guests'
import { countScores } from './leaderboards/countScores'

const database = useTestDatabase()
const dayMs = 86_400_000
const clock = { now: Date.now() }
const claiming = useClaims(database, () => clock.now)

/** What a browser draws for itself. */
const newGuest = () => randomBytes(32).toString('base64url')
const asGuest = (token: string) => ({ headers: { authorization: `Guest ${token}` } })

let sessions = 0

/** A machine on a public board, with a game of three. */
async function stage() {
  const machine = await makeVenueMachine(database.db, claiming.owner.id)
  const { viewerKey, id: board } = await makeScoreboard(database.db, claiming.owner.id, {
    venueMachineIds: [machine],
    isPublic: true,
  })
  const url = `/api/venuemachine/${machine}`
  sessions += 1
  let session_uuid = `b${sessions.toString(16).padStart(31, '0')}`
  let sequence = 0
  const post = (fields: object) =>
    claiming.games.record(machine, v.parse(Entry, { session_uuid, session_sequence: (sequence += 1), ...fields }))
  await post({ current_p1_score: 100, current_p2_score: 300, current_p3_score: 200 })
  const codeOf = async () =>
    ((await call(claiming.app, 'GET', `${url}/claim_code/?key=${viewerKey}`)).body as { code: string }).code
  return {
    machine,
    board,
    url,
    code: codeOf,
    settle: () => post({ active: false }),
    playNext: () => {
      session_uuid = session_uuid.replace(/^b/, 'c')
      return post({ current_p1_score: 5 })
    },
    claim: async (guest: string, position: number, initials: unknown, code?: string) =>
      call(claiming.app, 'POST', `${url}/claim/`, {
        ...asGuest(guest),
        body: { position, initials, code: code ?? (await codeOf()) },
      }),
    claimAs: async (who: { token: string }, position: number) =>
      call(claiming.app, 'POST', `${url}/claim/`, { token: who.token, body: { position, code: await codeOf() } }),
    release: (guest: string) => call(claiming.app, 'DELETE', `${url}/claim/`, asGuest(guest)),
    look: async (more: object = {}) =>
      (await call(claiming.app, 'GET', `${url}/claim/?code=${await codeOf()}`, more)).body as ClaimableGame,
    /** names by slot, as the wall has them */
    shown: async () =>
      (await claiming.games.current(machine))!.scores.map(({ player }) => player?.cached_display_name ?? null),
    played: async () => ((await call(claiming.app, 'GET', `${url}/games/`)).body as { results: PlayedGame[] }).results,
  }
}

const gamesOf = async (guest: string) =>
  ((await call(claiming.app, 'GET', '/api/guest/games/', asGuest(guest))).body as { results: OwnGame[] }).results
const takeAlong = (who: { token: string }, guest: string) =>
  call(claiming.app, 'POST', '/api/user_profile/guest_games/', { token: who.token, body: { guest } })
const rankingOf = async (machine: number, question: object = {}, onlyPlayerIds: number[] = []) => {
  const { id } = await makeLeaderboard(database.db, claiming.owner.id, {
    venueMachineIds: [machine],
    question,
    onlyPlayerIds,
  })
  const { scores } = await countScores(database.db, (await leaderboardScope(database.db, id))!, clock.now)
  return scores.map(({ score, player }) => `${player?.cached_display_name ?? 'nobody'} ${score}`)
}

describe('CLM-04 a guest claims with three letters', () => {
  test('whoever has the code sees the game, and which slot is theirs', async () => {
    const { look, claim } = await stage()
    expect(await look()).toMatchObject({ game: { scores: [{}, {}, {}] }, mine: null, claims: 'anyone' })
    const guest = newGuest()
    await claim(guest, 2, 'ACE')
    expect(await look(asGuest(guest))).toMatchObject({ mine: 2 })
    expect(await look(asGuest(newGuest()))).toMatchObject({ mine: null })
    expect(await look({ token: claiming.ann.token })).toMatchObject({ mine: null })
  })

  test('the letters are the name in the running game, in what was played, and on leaderboards, under an id that no account has', async () => {
    const { machine, claim, shown, settle, played } = await stage()
    const answer = await claim(newGuest(), 2, 'ACE')
    expect(answer.status).toBe(200)
    const { player } = v.parse(Game, answer.body).scores[1]!
    expect(player).toEqual({
      id: expect.any(Number),
      cached_display_name: 'ACE',
      initials: 'ACE',
      prefer_initials: true,
      profile_picture: null,
    })
    expect(player!.id).toBeGreaterThan(forgottenGuest)
    expect(player!.id).toBeLessThan(2 ** 31)
    expect(await shown()).toEqual([null, 'ACE', null])
    await settle()
    expect((await played())[0]!.scores.map(({ player }) => player?.cached_display_name)).toEqual([
      undefined,
      'ACE',
      undefined,
    ])
    expect(await rankingOf(machine)).toEqual(['ACE 300', 'nobody 200', 'nobody 100'])
  })

  test('other letters for one’s own slot replace the first, an undo takes them off, and nobody else’s token does', async () => {
    const { claim, release, shown } = await stage()
    const guest = newGuest()
    await claim(guest, 1, 'ACE')
    await claim(guest, 1, 'A Z')
    expect(await shown()).toEqual(['A Z', null, null])
    expect((await release(newGuest())).status).toBe(404)
    expect((await release(guest)).status).toBe(204)
    expect(await shown()).toEqual([null, null, null])
  })

  test('ACC-32 a claim that is sent again, for its answer was lost, is the same claim', async () => {
    const { claim, shown } = await stage()
    const guest = newGuest()
    expect([(await claim(guest, 3, 'ACE')).status, (await claim(guest, 3, 'ACE')).status]).toEqual([200, 200])
    expect(await shown()).toEqual([null, null, 'ACE'])
    expect(await gamesOf(guest)).toHaveLength(1)
  })

  test('two guests for one slot: the first has it', async () => {
    const { claim, shown } = await stage()
    const statuses = (await Promise.all([claim(newGuest(), 1, 'ONE'), claim(newGuest(), 1, 'TWO')])).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([200, 409])
    expect((await shown())[0]).toMatch(/^(ONE|TWO)$/)
  })

  test.each([
    ['no letters', undefined, 'Pick your letters'],
    ['too many', 'ABCD', 'One to three letters or numbers'],
    ['none but blanks', '   ', 'One to three letters or numbers'],
    ['others than on an arcade’s wheel', 'ÄBC', 'One to three letters or numbers'],
    ['an insult', 'ass', 'Please pick other letters'],
    ['an insult in figures', 'A55', 'Please pick other letters'],
  ])('%s are refused at their field', async (_what, initials, sentence) => {
    const { claim, shown } = await stage()
    const answer = await claim(newGuest(), 1, initials)
    expect([answer.status, answer.body]).toEqual([400, { initials: [sentence] }])
    expect(await shown()).toEqual([null, null, null])
  })

  test('small letters are capitals, blanks around them are none', async () => {
    const { claim, shown } = await stage()
    await claim(newGuest(), 1, ' jo ')
    expect((await shown())[0]).toBe('JO')
    expect(['ACE', 'MOM', 'JO', 'A1', '007'].filter(isRefused)).toEqual([])
  })

  test('the code counts as it does for accounts, and without a token there is no guest', async () => {
    const { url, claim, code, playNext, shown } = await stage()
    const before = await code()
    await playNext()
    expect((await claim(newGuest(), 1, 'ACE', before)).body).toEqual({
      detail: 'This code is for another game. Scan the code on the screen again.',
    })
    for (const authorization of [undefined, 'Guest short', `Token ${newGuest()}`]) {
      const answer = await call(claiming.app, 'POST', `${url}/claim/`, {
        body: { position: 1, initials: 'ACE', code: await code() },
        headers: authorization ? { authorization } : {},
      })
      expect([answer.status, answer.body]).toEqual([401, { detail: 'Please log in.' }])
    }
    expect(await shown()).toEqual([null])
  })

  test('the owner takes a guest off as anybody else, and the guest does not come back with that code', async () => {
    const { url, claim, code, shown } = await stage()
    const before = await code()
    const guest = newGuest()
    await claim(guest, 1, 'ACE')
    expect((await call(claiming.app, 'DELETE', `${url}/claim/?position=1`, asGuest(guest))).body).toEqual({
      detail: 'Only the machine’s owner can remove names from its games.',
    })
    expect(
      (await call(claiming.app, 'DELETE', `${url}/claim/?position=1`, { token: claiming.owner.token })).status,
    ).toBe(204)
    expect(await shown()).toEqual([null, null, null])
    expect((await claim(guest, 1, 'ACE', before)).status).toBe(403)
  })
})

describe('CLM-05 what strangers may try is limited', () => {
  const from = (remoteAddress: string, guest: string, code: string) => ({
    ...asGuest(guest),
    remoteAddress,
    body: { position: 1, initials: 'ACE', code },
  })

  test('sixty wrong codes of an address for a game, then not even the right one; other addresses and accounts are not concerned', async () => {
    const { url, code, claimAs } = await stage()
    const send = async (address: string, given: string) =>
      (await call(claiming.app, 'POST', `${url}/claim/`, from(address, newGuest(), given))).status
    for (let guess = 0; guess < 60; guess += 1) expect(await send('198.51.100.7', 'AAAAAA')).toBe(403)
    expect([await send('198.51.100.7', await code()), await send('198.51.100.8', 'AAAAAA')]).toEqual([429, 403])
    expect((await claimAs(claiming.ann, 2)).status).toBe(200)
    expect(await send('198.51.100.8', await code())).toBe(200)
  })

  test('a game takes sixty changes by guests, and goes on taking those of accounts', async () => {
    const { claim, claimAs, playNext, code } = await stage()
    const guest = newGuest()
    const known = await code()
    for (let change = 0; change < 60; change += 1)
      expect((await claim(guest, 1, change % 2 ? 'ONE' : 'TWO', known)).status).toBe(200)
    expect((await claim(guest, 1, 'ACE')).status).toBe(429)
    expect((await claimAs(claiming.ann, 2)).status).toBe(200)
    await playNext()
    expect((await claim(guest, 1, 'ACE')).status).toBe(200)
  })
})

describe('CLM-06 an account takes a guest’s games along', () => {
  test('all of them, with their places on leaderboards; once', async () => {
    const who = await makeUser(database.db)
    const guest = newGuest()
    const [first, second] = [await stage(), await stage()]
    await first.claim(guest, 2, 'ACE')
    await first.settle()
    await second.claim(guest, 1, 'BEE')
    expect((await gamesOf(guest)).map(({ initials, score }) => [initials, score])).toEqual([
      ['BEE', 100],
      ['ACE', 300],
    ])
    expect(await takeAlong(who, guest)).toMatchObject({ status: 200, body: { games: 2 } })
    const own = (await call(claiming.app, 'GET', '/api/user_profile/games/', { token: who.token })).body as {
      results: OwnGame[]
    }
    expect(own.results.map(({ initials, score }) => [initials, score])).toEqual([
      [undefined, 100],
      [undefined, 300],
    ])
    expect(await gamesOf(guest)).toEqual([])
    expect((await takeAlong(claiming.ann, guest)).status).toBe(404)
    // The wall, and what was played before.
    const [name] = await second.shown()
    expect(name).not.toBe('BEE')
    expect(await rankingOf(first.machine, {}, [who.id])).toEqual([`${name} 300`])
    await second.settle()
    expect(await rankingOf(second.machine, {}, [who.id])).toEqual([`${name} 100`])
  })

  test('boards hear of it, also where the game is not the newest', async () => {
    const who = await makeUser(database.db)
    const guest = newGuest()
    const { machine, claim, settle, playNext } = await stage()
    await claim(guest, 2, 'ACE')
    await settle()
    await playNext()
    const heard: [number, boolean][] = []
    const end = claiming.games.onChange((id, { isSettled }) => void heard.push([id, isSettled]))
    expect(await takeAlong(who, guest)).toMatchObject({ status: 200, body: { games: 1 } })
    end()
    expect(heard).toEqual([[machine, true]])
  })

  test('a game in which the account has another slot keeps the letters', async () => {
    const who = await makeUser(database.db)
    const guest = newGuest()
    const { claim, claimAs, shown } = await stage()
    await claim(guest, 1, 'ACE')
    await claimAs(who, 2)
    expect((await takeAlong(who, guest)).body).toEqual({ games: 0 })
    expect((await shown())[0]).toBe('ACE')
  })

  test('a token that no guest has takes nothing, nor does anybody without an account', async () => {
    expect((await takeAlong(claiming.ann, newGuest())).status).toBe(404)
    expect((await takeAlong(claiming.ann, 'short')).body).toEqual({ guest: ['A guest’s token is expected'] })
    expect(
      (await call(claiming.app, 'POST', '/api/user_profile/guest_games/', { body: { guest: newGuest() } })).status,
    ).toBe(401)
  })

  test('games that settle at that moment have the account in their scores, 20 times', async () => {
    const who = await makeUser(database.db)
    for (let round = 0; round < 20; round += 1) {
      const guest = newGuest()
      const { machine, claim, settle } = await stage()
      await claim(guest, 1, 'ACE')
      await Promise.all(round % 2 ? [settle(), takeAlong(who, guest)] : [takeAlong(who, guest), settle()])
      const scores = await database.db
        .selectFrom('settled_scores')
        .select('user_id')
        .where('venue_machine_id', '=', machine)
        .orderBy('position')
        .execute()
      expect(scores.map(({ user_id }) => user_id)).toEqual([who.id, null, null])
    }
  })
})

describe('CLM-07 a scoreboard asks for accounts', () => {
  const ask = (board: number, claims: string) =>
    database.db
      .updateTable('boards')
      .set(
        ({ fn, val }) =>
          ({ settings: fn('jsonb_set', ['settings', val('{claims}'), val(JSON.stringify(claims))]) }) as never,
      )
      .where('type', '=', 'scoreboard')
      .where('id', '=', board)
      .execute()

  test('a guest is refused with what to do, an account is not', async () => {
    const { board, look, claim, claimAs, shown } = await stage()
    await ask(board, 'accounts')
    expect(await look()).toMatchObject({ claims: 'accounts' })
    expect(await claim(newGuest(), 1, 'ACE')).toMatchObject({
      status: 403,
      body: { detail: 'Only players with an account can put their name on this screen. Log in or register first.' },
    })
    expect((await claimAs(claiming.ann, 1)).status).toBe(200)
    expect((await shown())[1]).toBeNull()
  })

  test('the strictest scoreboard of the machine’s owner counts, and no board of anybody else', async () => {
    const { machine, board, look } = await stage()
    const { id: foreign } = await makeScoreboard(database.db, claiming.ann.id, {
      venueMachineIds: [machine],
      isPublic: true,
    })
    await ask(foreign, 'accounts')
    expect(await look()).toMatchObject({ claims: 'anyone' })
    await makeScoreboard(database.db, claiming.owner.id, { venueMachineIds: [machine] })
    await ask(board, 'accounts')
    expect(await look()).toMatchObject({ claims: 'accounts' })
  })
})

describe('CLM-08 guests on leaderboards', () => {
  test('One Score Per Player merges no guests, whatever their letters; a whitelist has none of them', async () => {
    const { machine, claim, settle, claimAs } = await stage()
    const guest = newGuest()
    await claim(guest, 1, 'ACE')
    await claim(newGuest(), 2, 'ACE')
    await claimAs(claiming.ann, 3)
    await settle()
    const [, , own] = await rankingOf(machine, { one_score_per_player: true })
    expect(await rankingOf(machine, { one_score_per_player: true })).toEqual([
      'ACE 300',
      expect.stringMatching(/ 200$/),
      'ACE 100',
    ])
    expect(own).toBe('ACE 100')
    expect(await rankingOf(machine, {}, [claiming.ann.id])).toEqual([expect.stringMatching(/ 200$/)])
  })
})

describe('CLM-09 guests are forgotten', () => {
  const countOf = async (guest: string) => (await gamesOf(guest)).length
  const guests = async () =>
    Number(
      (
        await database.db
          .selectFrom('guests')
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )

  test('after a day without a claim, and after 400 days without a new one; their letters stay', async () => {
    const { machine, claim, release, settle, shown } = await stage()
    const [gone, kept] = [newGuest(), newGuest()]
    await claim(gone, 1, 'BYE')
    await release(gone)
    await claim(kept, 2, 'ACE')
    await settle()
    const before = await guests()
    await tidy(database.db, clock.now + dayMs - 60_000)
    expect(await guests()).toBe(before)
    await tidy(database.db, clock.now + 2 * dayMs)
    expect(await guests()).toBeLessThan(before)
    expect(await countOf(kept)).toBe(1)
    await tidy(database.db, clock.now + 401 * dayMs)
    expect([await guests(), await countOf(kept)]).toEqual([0, 0])
    await claiming.games.claimed(machine)
    expect(await shown()).toEqual([null, 'ACE', null])
    expect((await claiming.games.current(machine))!.scores[1]!.player!.id).toBe(forgottenGuest)
    expect(await rankingOf(machine)).toContain('ACE 300')
  })

  test('a user’s claim has no letters, in the database too', async () => {
    const { machine } = await stage()
    await claimSlot(database.db, claiming.games, machine, 1, claiming.ann.id, clock.now)
    const change = database.db
      .updateTable('game_claims')
      .set({ initials: 'ACE' })
      .where('user_id', '=', claiming.ann.id)
      .execute()
    await expect(change).rejects.toThrow('game_claims_one')
  })
})
