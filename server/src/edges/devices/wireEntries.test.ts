import { claimSlot } from '../../core/games/claims'
import { Games } from '../../core/games/games.service'
import { gamesStore } from '../../core/games/games.store'
import { useTestDatabase } from '../../testing'
import { allSix, everyClient, game, ok, plain, signing, useWire } from '../../testing/wireClients'

const database = useTestDatabase()
const { clock, holdTo } = useWire(database)

/* What entries mean (docs/wire.md). */
holdTo([
  {
    rule: 'a whole game: first entry to last',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_player: 1, current_ball: 1, current_p1_score: 0 }))
      await ok(stage.entry({ current_player: 2, current_ball: 1, current_p1_score: 5_000, current_p2_score: 77_000 }))
      await ok(stage.entry({ active: false, current_p1_score: 5_000, current_p2_score: 77_000 }))
    },
    games: [game(['5000', '77000'], true)],
  },
  {
    rule: 'either header, either body, for every client',
    by: everyClient,
    async play(stage) {
      let score = 0
      for (const scheme of ['SToken', 'Token'])
        for (const type of ['form', 'json'] as const)
          await ok(stage.entry({ current_p1_score: (score += 1) }, { scheme, type }))
    },
    games: [game(['4'], null)],
  },
  {
    rule: 'a uuid is the same in capitals, dashed and plain',
    by: signing,
    async play(stage) {
      const { session } = stage
      for (const [at, written] of [
        session,
        session.toUpperCase(),
        plain(session),
        plain(session).toUpperCase(),
      ].entries()) {
        await ok(stage.entry({ session_uuid: written, session_sequence: 10 + at, current_p1_score: at }))
      }
    },
    games: [game(['3'], null)],
  },
  {
    rule: 'the answer names the slots that are played, padded ones not among them',
    by: ['VPX'],
    async play(stage) {
      const { text } = await stage.entry({ current_p1_score: 1, current_p2_score: 2 })
      expect(text).toBe('{"scores":[{"position":1,"player":null},{"position":2,"player":null}]}')
    },
    games: [game(['1', '2'], null)],
  },
  {
    rule: 'the final post with -1 for player, ball and scores ends the game with what it had',
    by: ['VPX', 'SDK 1.1.4'],
    async play(stage) {
      await ok(stage.entry({ current_player: 1, current_ball: 3, current_p1_score: 900, current_p2_score: 50 }))
      await ok(stage.entry({ active: false, current_player: -1, current_ball: -1, ...allSix }))
    },
    games: [game(['900', '50'], true, { player: null, ball: null })],
  },
  {
    rule: 'a field that is left out stays, modes are over',
    by: ['SDK 1.1.4', 'MPF bridge', 'curl'],
    async play(stage) {
      await ok(
        stage.entry({
          current_player: 2,
          current_ball: 3,
          current_p1_score: 7,
          current_p2_score: 8,
          game_modes: 'MB:Multiball',
        }),
      )
      await ok(stage.entry({ current_p2_score: 9 }))
    },
    games: [game(['7', '9'], null, { player: 2, ball: 3, modes: [] })],
  },
  {
    rule: 'what is not known may stand there empty, or as null: it is left out',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_player: 2, current_ball: 3, current_p1_score: 7, current_p2_score: 8 }))
      const unknown = stage.client.body === 'json' ? null : ''
      await ok(
        stage.entry({
          session_time: unknown,
          current_player: unknown,
          current_ball: '',
          current_p1_score: unknown,
          current_p2_score: 9,
          game_modes: unknown,
        }),
      )
    },
    games: [game(['7', '9'], null, { player: 2, ball: 3, modes: [] })],
  },
  {
    rule: 'repeats and what comes late are answered 200 and ignored',
    by: signing,
    async play(stage) {
      await ok(stage.entry({ session_sequence: 5, current_p1_score: 500 }))
      await ok(stage.entry({ session_sequence: 5, current_p1_score: 1 }))
      await ok(stage.entry({ session_sequence: 4, active: false, current_p1_score: 2 }))
      await ok(stage.entry({ session_sequence: 6, current_p1_score: 600 }))
    },
    games: [game(['600'], null)],
  },
  {
    rule: 'entries that cross each other on the way leave the newest',
    by: signing,
    play: async (stage) => {
      await Promise.all(
        [3, 1, 5, 2, 4].map((session_sequence) =>
          ok(stage.entry({ session_sequence, current_p1_score: session_sequence * 10 })),
        ),
      )
    },
    games: [game(['50'], null)],
  },
  {
    rule: 'active from false back to true under one uuid is a new game',
    by: everyClient,
    async play(stage) {
      for (const score of [10, 20]) {
        await ok(stage.entry({ current_p1_score: 0 }))
        await ok(stage.entry({ active: false, current_p1_score: score }))
      }
    },
    games: [game(['10'], true), game(['20'], true)],
  },
  {
    rule: 'another uuid ends the game before it, which does not count',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      stage.nextSession()
      await ok(stage.entry({ current_p1_score: 20 }))
      await ok(stage.entry({ active: false, current_p1_score: 30 }))
      const { text } = await stage.send('GET', `/api/venuemachine/${stage.machine}/top_scores/?score=20`)
      expect(JSON.parse(text)).toMatchObject({ results: [{ rank: 1, score: 30 }], rank: 2 })
    },
    games: [game(['10'], false), game(['30'], true)],
  },
  {
    rule: 'every digit of a score is kept beyond 2^31 and 2^53, and goes out as text',
    by: everyClient,
    async play(stage) {
      await ok(
        stage.entry({
          current_p1_score: 2_147_483_648,
          current_p2_score: '9007199254740993',
          current_p3_score: '9223372036854775807',
        }),
      )
      const { text } = await stage.asOwner('GET', `/api/venuemachine/${stage.machine}/current/`)
      expect(text).toContain('"score":2147483648,')
      for (const digits of ['"9007199254740993"', '"9223372036854775807"']) expect(text).toContain(`"score":${digits}`)
    },
    games: [game(['2147483648', '9007199254740993', '9223372036854775807'], null)],
  },
  {
    rule: 'modes on the wire are joined, with and without number and colour; our own API has a list',
    by: ['SDK 1.1.4', 'VPX', 'curl'],
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 1, game_modes: 'MB2{red}:Dragon Multiball;NA:King Tut x2;XX:Hurry up' }))
      const { text } = await stage.asOwner('GET', `/api/venuemachine/${stage.machine}/current/`)
      expect(JSON.parse(text)).toMatchObject({
        game_modes: ['MB2{red}:Dragon Multiball', 'NA:King Tut x2', 'XX:Hurry up'],
      })
    },
    games: [game(['1'], null, { modes: ['MB2{red}:Dragon Multiball', 'NA:King Tut x2', 'XX:Hurry up'] })],
  },
  {
    rule: 'MAC-04 more modes than anybody can read, and longer ones, cost no score: what is too much is cut off',
    by: everyClient,
    async play(stage) {
      const many = Array.from({ length: 40 }, (_, at) => `NA:${at} ${'x'.repeat(250)}`)
      await ok(stage.entry({ current_p1_score: 5, game_modes: many.join(';') }))
      await ok(stage.entry({ current_p1_score: 7, game_modes: many }, { type: 'json' }))
      const { text } = await stage.asOwner('GET', `/api/venuemachine/${stage.machine}/current/`)
      const { game_modes } = JSON.parse(text) as { game_modes: string[] }
      expect([game_modes.length, game_modes[31]]).toEqual([32, many[31]!.slice(0, 200)])
    },
    games: [game(['7'], null)],
  },
  {
    rule: 'MAC-04 numbers as programs print them are the same numbers, to the last digit',
    by: everyClient,
    async play(stage) {
      const printed = {
        current_p1_score: '1E+15',
        current_p2_score: '12345.0',
        current_p3_score: '1,234,567',
        current_p4_score: ' 500 ',
        current_ball: '2.0',
        current_player: ' 3',
      }
      await ok(stage.entry({ ...printed, current_p5_score: '9.007199254740993E+15', current_p6_score: '1.234.567' }))
    },
    games: [
      game(['1000000000000000', '12345', '1234567', '500', '9007199254740993', '1234567'], null, {
        player: 3,
        ball: 2,
      }),
    ],
  },
  {
    rule: 'MAC-04 what does not say how the game stands may be nonsense; the end counts',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 300 }))
      await ok(
        stage.entry({
          active: false,
          session_time: 123456.7,
          current_ball: 'last',
          current_player: '1.5',
          current_p1_score: 400,
        }),
      )
    },
    games: [game(['400'], true)],
  },
  {
    rule: 'MAC-04 a sequence that cannot be stored is refused with what is expected, and the highest one is stored',
    by: everyClient,
    async play(stage) {
      for (const session_sequence of ['9223372036854775808', '99999999999999999999', '-1', '1.5', 'abc']) {
        const { status, text } = await stage.entry({ session_sequence, current_p1_score: 1 })
        expect([session_sequence, status, JSON.parse(text)]).toEqual([
          session_sequence,
          400,
          { session_sequence: ['A whole number from 0 to 9223372036854775807 is expected'] },
        ])
      }
      await ok(stage.entry({ session_sequence: '9223372036854775807', current_p1_score: 2 }))
    },
    games: [game(['2'], null)],
  },
  {
    rule: 'MAC-04 what is no uuid is refused with what is expected',
    by: everyClient,
    async play(stage) {
      for (const session_uuid of [`{${stage.session}}`, stage.session.slice(1), `${stage.session}${stage.session}`]) {
        const { status, text } = await stage.entry({ session_uuid, current_p1_score: 1 })
        expect([session_uuid, status, JSON.parse(text)]).toEqual([
          session_uuid,
          400,
          { session_uuid: ['A uuid is expected'] },
        ])
      }
    },
    games: [],
  },
  {
    rule: 'MAC-04 an ignored entry of an earlier game is answered without the slots of the newest',
    by: everyClient,
    async play(stage) {
      const earlier = stage.session
      await ok(stage.entry({ session_sequence: 5, current_p1_score: 1 }))
      stage.nextSession()
      await ok(stage.entry({ current_p1_score: 3, current_p2_score: 4 }))
      const { status, text } = await stage.entry({ session_uuid: earlier, session_sequence: 4, current_p1_score: 2 })
      expect([status, text]).toEqual([200, '{"scores":[]}'])
    },
    games: [game(['1'], false), game(['3', '4'], null)],
  },
  {
    rule: 'modes as a list',
    by: ['MPF bridge'],
    play: (stage) => ok(stage.entry({ current_p1_score: 1, game_modes: ['NA:multiball', 'NA:mystery'] })),
    games: [game(['1'], null, { modes: ['NA:multiball', 'NA:mystery'] })],
  },
  {
    rule: 'a claimed slot carries all five of a player’s fields',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 1, current_p2_score: 2 }))
      await claimSlot(database.db, stage.way.games, stage.machine, 2, stage.owner.id, clock.now)
      const { scores } = JSON.parse((await stage.entry({ current_p1_score: 3, current_p2_score: 4 })).text) as {
        scores: unknown[]
      }
      expect(scores).toContainEqual({
        position: 2,
        player: {
          id: stage.owner.id,
          cached_display_name: 'Pat Lawlor',
          initials: '',
          prefer_initials: false,
          profile_picture: null,
        },
      })
    },
  },
  {
    rule: 'a 200 is stored: another server on the same database has it at once',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 321 }))
      expect(await new Games(gamesStore(database.db)).current(stage.machine)).toMatchObject({
        scores: [{ score: 321 }],
      })
    },
  },
])
