import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { useTestDatabase } from '../../testing'
import { game, ok, plain, signing, useWire } from '../../testing/wireClients'
import type { Rule } from '../../testing/wireClients'

const database = useTestDatabase()
const { clock, waysIn, tokenOf, stageFor, holdTo } = useWire(database)

/* What only devices do (docs/wire.md). */
holdTo([
  {
    rule: 'a paired heartbeat answers the machine, compact, and never a key sdk',
    by: signing,
    async play(stage) {
      const { text } = await stage.send('GET', '/api/heartbeat/?session_active=false')
      expect(text).toMatch(
        new RegExp(`^\\{"machine_id":\\d+,"venuemachine_id":${stage.machine},"config":\\{"opdb_id":"G[^"]+"\\}\\}$`),
      )
      expect(text).not.toContain('sdk')
    },
  },
  {
    rule: 'never 401 in mid-game: who is unpaired meanwhile gets 500 and not attached, and its heartbeat says so',
    by: signing,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      await ok(stage.asOwner('POST', `/api/venuemachine/${stage.machine}/unpair/`))
      const refused = await stage.entry({ current_p1_score: 20 })
      expect([refused.status, refused.text.includes('not attached')]).toEqual([500, true])
      expect((await stage.send('GET', '/api/heartbeat/?session_active=true')).text).toBe('{"unpaired":true}')
    },
    games: [game(['10'], false)],
  },
  {
    rule: 'never 401 in mid-game: a token of years ago goes on, beside newer ones',
    by: signing,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      await sql`update device_tokens set created_at = created_at - interval '5 years' where device_id in (select id from devices where venue_machine_id = ${stage.machine})`.execute(
        database.db,
      )
      await tokenOf(stage.way, stage.deviceUuid)
      await ok(stage.entry({ current_p1_score: 20 }))
    },
    games: [game(['20'], null)],
  },
  {
    rule: 'a device leaves its machine by itself, and has another pair code then',
    by: signing,
    async play(stage) {
      const code = async () => (await stage.send('GET', `/api/scorbitron_paired/${stage.deviceUuid}/`)).text
      const before = await code()
      expect(before).toMatch(/^\{"shortcode":"[A-Z0-9]{6}"\}$/)
      await ok(stage.send('POST', '/api/scorbitron_unpair/', { unpaired: true }))
      expect((await stage.send('GET', '/api/heartbeat/')).text).toBe('{"unpaired":true}')
      expect(await code()).not.toBe(before)
    },
  },
  {
    rule: 'MAC-01 a code that is asked for by POST, with an empty form, is the one that GET answers',
    by: signing,
    async play(stage) {
      const path = `/api/scorbitron_paired/${stage.deviceUuid}/`
      const posted = await fetch(stage.way.address + path, {
        method: 'POST',
        headers: { authorization: `SToken ${stage.token}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: '',
      })
      expect([posted.status, await posted.text()]).toEqual([200, (await stage.send('GET', path)).text])
    },
  },
  {
    rule: 'the log after the game becomes its timeline',
    by: ['SDK 1.1.4'],
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 0 }))
      await ok(stage.entry({ active: false, current_p1_score: 5_000 }))
      const form = new FormData()
      form.set('uuid', stage.session)
      form.set(
        'log_file',
        new Blob([
          'time,p1,p2,p3,p4,p5,p6,player,ball,game_modes\n1795190279,0,,,,,,1,1,\n1795190281,5000,,,,,,1,1,"MB{red}:Dragon"\n',
        ]),
        'session.csv',
      )
      const headers = { authorization: `SToken ${stage.token}` }
      expect(
        (await fetch(`${stage.way.address}/api/session_log/`, { method: 'POST', body: form, headers })).status,
      ).toBe(200)
      const { id } = await database.db
        .selectFrom('games')
        .select('id')
        .where('venue_machine_id', '=', stage.machine)
        .executeTakeFirstOrThrow()
      expect(JSON.parse((await stage.asOwner('GET', `/api/game/${id}/timeline/`)).text)).toMatchObject({
        source: 'log',
        points: [
          { at: 0, scores: [0] },
          { at: 2_000, scores: [5_000], modes: ['MB{red}:Dragon'] },
        ],
      })
    },
  },
  ...(['entry', 'heartbeat', 'installed', 'scorbitron_unpair'] as const).map((name): Rule => ({
    rule: `/api/${name} without its trailing slash`,
    by: ['score detector'],
    play: (stage) =>
      ok(
        name === 'entry'
          ? stage.send('POST', '/api/entry', { session_uuid: stage.session, session_sequence: 1, current_p1_score: 1 })
          : stage.send('POST', `/api/${name}`, {}),
      ),
  })),
])

describe('a token', () => {
  const way = () => waysIn['by the framework']
  const upper = (text: string) => text.toUpperCase()

  test.each([
    ['SDK 1.1.4', 'raw, capitals, a form', { as: upper }],
    ['score detector', 'DER, small letters, JSON', { encoding: 'der', type: 'json' }],
    ['VPX', 'DER, capitals', { encoding: 'der', as: upper }],
  ] as const)('%s: %s, by a dashed uuid and by a plain one', async (_client, _how, options) => {
    const uuid = randomUUID() as string
    for (const sentUuid of [uuid, plain(uuid), uuid.toUpperCase()]) {
      const { status, text } = await tokenOf(way(), uuid, { ...options, sentUuid })
      expect([status, text]).toEqual([200, expect.stringMatching(/^\{"stoken":"[0-9a-f]+"\}$/)])
    }
    expect(
      await database.db.selectFrom('devices').select('venue_machine_id').where('uuid', '=', uuid).execute(),
    ).toEqual([{ venue_machine_id: null }])
  })

  test.each([
    [-21, 400],
    [-20, 200],
    [20, 200],
    [21, 400],
  ])('SDK 1.1.4: a clock %d s off is answered %d, in the words that it looks for', async (seconds, expected) => {
    const { status, text } = await tokenOf(way(), randomUUID(), { atMs: clock.now + seconds * 1_000 })
    expect(status).toBe(expected)
    if (expected === 400) expect(text).toContain('Invalid timestamp')
  })

  test('SDK 1.1.4: before it is paired, it is told so, and an entry is not attached', async () => {
    for (const each of Object.values(waysIn)) {
      const stage = await stageFor(each, 'SDK 1.1.4', { isPaired: false })
      expect((await stage.send('GET', '/api/heartbeat/?session_active=false')).text).toBe('{"unpaired":true}')
      expect(await stage.entry({ current_p1_score: 1 })).toMatchObject({
        status: 500,
        text: expect.stringContaining('not attached'),
      })
    }
  })
})
