import { silenceMs } from '../../core/games/gameRules'
import { useTestDatabase } from '../../testing'
import { everyClient, game, ok, signing, useWire } from '../../testing/wireClients'
import type { Rule, Stage } from '../../testing/wireClients'

const { clock, tokenOf, holdTo } = useWire(useTestDatabase())

/* What ends a game, beside entries (docs/wire.md). */
holdTo([
  ...(['GET', 'POST'] as const).map((method): Rule => ({
    rule: `a heartbeat by ${method} with session_active false ends the game, which counts`,
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      await ok(stage.send(method, '/api/heartbeat/?session_active=true'))
      expect(await stage.games()).toEqual([game(['10'], null)])
      await ok(stage.send(method, '/api/heartbeat/?session_active=false'))
    },
    games: [game(['10'], true)],
  })),
  {
    rule: 'what a heartbeat says may be in its body',
    by: ['SDK 1.1.4', 'score detector'],
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      await ok(stage.send('POST', '/api/heartbeat/', { session_active: false }))
    },
    games: [game(['10'], true)],
  },
  {
    rule: 'a heartbeat that does not say whether a game is played ends none',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      for (const query of ['', '?session_active=']) await ok(stage.send('GET', `/api/heartbeat/${query}`))
    },
    games: [game(['10'], null)],
  },
  {
    rule: 'the heartbeat is faster than the last entry: that one completes the game',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      await ok(stage.send('GET', '/api/heartbeat/?session_active=false'))
      await ok(stage.entry({ active: false, current_p1_score: 15 }))
    },
    games: [game(['15'], true)],
  },
  {
    rule: '/installed/ in mid-game ends the game, which does not count',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      await ok(stage.send('POST', '/api/installed/', { version: '1.1.4', type: 'sdk', installed: true }))
    },
    games: [game(['10'], false)],
  },
  {
    rule: '/installed/ ends the game too when it says what is not known, or its log is long',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      await ok(
        stage.send('POST', '/api/installed/', { type: 'firmware', installed: 'maybe', log: 'line '.repeat(40_000) }),
      )
    },
    games: [game(['10'], false)],
  },
  {
    rule: 'MAC-03 /installed/ ends the game too when its version cannot be read',
    by: everyClient,
    async play(stage) {
      for (const version of ['1'.repeat(101), '1.\u0000', { major: 1 }, ['1']]) {
        stage.nextSession()
        await ok(stage.entry({ current_p1_score: 10 }))
        await ok(stage.send('POST', '/api/installed/', { version, type: 'sdk' }, { type: 'json' }))
      }
    },
    games: Array.from({ length: 4 }, () => game(['10'], false)),
  },
  {
    rule: 'five silent minutes end the game, which does not count; a sign of life holds them off',
    by: everyClient,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      clock.now += silenceMs - 1_000
      await ok(stage.send('GET', '/api/heartbeat/?session_active=true'))
      clock.now += silenceMs - 1_000
      await stage.way.games.sweep()
      expect(await stage.games()).toEqual([game(['10'], null)])
      clock.now += 1_000
      await stage.way.games.sweep()
    },
    games: [game(['10'], false)],
  },
])

async function newToken({ way, deviceUuid }: Stage): Promise<string> {
  clock.now += 1_000
  return (JSON.parse((await tokenOf(way, deviceUuid)).text) as { stoken: string }).stoken
}

/* A client that restarts in mid-game: the power was cut. */
holdTo([
  {
    rule: 'MAC-03 a heartbeat with session_active false under a token younger than the last entry ends the game, which does not count',
    by: signing,
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      const stoken = await newToken(stage)
      await ok(stage.send('GET', '/api/heartbeat/?session_active=false', undefined, { token: stoken }))
      await ok(
        stage.send('POST', '/api/installed/', { version: '1.1.4', type: 'sdk', installed: true }, { token: stoken }),
      )
    },
    games: [game(['10'], false)],
  },
  {
    rule: 'MAC-03 one under a token that is older, or after entries of the new one, ends a game that counts',
    by: signing,
    async play(stage) {
      const stoken = await newToken(stage)
      await ok(stage.entry({ current_p1_score: 10 }, { token: stoken }))
      await ok(stage.send('GET', '/api/heartbeat/?session_active=false', undefined, { token: stoken }))
    },
    games: [game(['10'], true)],
  },
  {
    rule: 'MAC-03 a client that says nothing of games at its start: its signs of life keep no game of before going',
    by: ['VPX', 'score detector'],
    async play(stage) {
      await ok(stage.entry({ current_p1_score: 10 }))
      const stoken = await newToken(stage)
      for (let waitedMs = 0; waitedMs < silenceMs; waitedMs += 60_000) {
        expect(await stage.games()).toEqual([game(['10'], null)])
        clock.now += 60_000
        await ok(stage.send('GET', '/api/heartbeat/?session_active=', undefined, { token: stoken }))
        await stage.way.games.sweep()
      }
    },
    games: [game(['10'], false)],
  },
])
