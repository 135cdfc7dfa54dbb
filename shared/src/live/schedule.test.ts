import { connectionOf, rulesOf, step, waitMs, type Effect, type Schedule, type ScheduleEvent } from './schedule'

/*
 * How a streamboard comes back. The tests of watchBoard run the whole schedule in time; here are its single steps.
 */

const rules = rulesOf('streamboard')
const polling = (fields: Partial<Extract<Schedule, { type: 'polling' }>> = {}): Schedule => ({
  type: 'polling',
  connecting: false,
  exhausted: false,
  reachable: true,
  ...fields,
})
const live: Schedule = { type: 'live', checking: false }
const wait = (timer: Extract<Effect, { type: 'wait' }>['timer'], ms: number): Effect => ({ type: 'wait', timer, ms })
const connect: Effect[] = [{ type: 'connect' }, wait('connectLimit', 10_000)]

test.each<[string, Schedule, ScheduleEvent, Schedule, Effect[]]>([
  [
    'a close: again after 1 s, polls every 5 s, for 60 s',
    live,
    { type: 'socketClosed' },
    polling(),
    [wait('reconnect', 1000), wait('poll', 5000), wait('pollingLimit', 60_000)],
  ],
  [
    'a first connection that fails is a close too',
    { type: 'connecting' },
    { type: 'socketClosed' },
    polling(),
    [wait('reconnect', 1000), wait('poll', 5000), wait('pollingLimit', 60_000)],
  ],
  ['1 s later: connect', polling(), { type: 'timer', timer: 'reconnect' }, polling({ connecting: true }), connect],
  [
    'which fails: again after 1 s, and the 60 s go on',
    polling({ connecting: true }),
    { type: 'socketClosed' },
    polling(),
    [wait('reconnect', 1000)],
  ],
  [
    '5 s later: poll, and again in 5 s',
    polling(),
    { type: 'timer', timer: 'poll' },
    polling(),
    [{ type: 'poll' }, wait('poll', 5000)],
  ],
  ['60 s later: no more polls', polling(), { type: 'timer', timer: 'pollingLimit' }, polling({ exhausted: true }), []],
  [
    'but connecting goes on each second',
    polling({ exhausted: true }),
    { type: 'timer', timer: 'reconnect' },
    polling({ exhausted: true, connecting: true }),
    connect,
  ],
  [
    'and once it is open all is live',
    polling({ exhausted: true, connecting: true }),
    { type: 'socketOpened' },
    live,
    [wait('silence', 60_000)],
  ],
  [
    'shown again after the 60 s: poll and connect at once, for another 60 s',
    polling({ exhausted: true }),
    { type: 'woken' },
    polling({ connecting: true }),
    [{ type: 'poll' }, wait('poll', 5000), wait('pollingLimit', 60_000), ...connect],
  ],
  [
    'shown again while live: the socket is checked',
    live,
    { type: 'woken' },
    { type: 'live', checking: true },
    [{ type: 'poll' }],
  ],
])('LIV-04 %s', (_name, schedule, event, next, effects) => {
  const following = step(schedule, event, rules)
  expect(following.schedule).toEqual(next)
  expect(following.effects.filter(({ type }) => type !== 'stop')).toEqual(effects)
})

test.each<[Schedule, ReturnType<typeof connectionOf>]>([
  [live, 'live'],
  [polling(), 'polling'],
  [polling({ reachable: false }), 'offline'],
  [polling({ exhausted: true }), 'offline'],
])('LIV-04 %j is shown as %s', (schedule, connection) => expect(connectionOf(schedule)).toBe(connection))

test('LIV-04 the wait of 1 s is never shorter, and hardly longer', () => {
  expect([waitMs(rules.reconnectMs, 0), waitMs(rules.reconnectMs, 0.999)]).toEqual([1000, 1099])
})

/** 0 ≤ n < 1, the same numbers in each run */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The most of these moments, in ms, within any one second, as a share of `all`. */
function mostInASecond(moments: readonly number[], all: number): number {
  const sorted = [...moments].sort((one, other) => one - other)
  let first = 0
  let most = 0
  sorted.forEach((moment, at) => {
    while (moment - sorted[first]! >= 1000) first += 1
    most = Math.max(most, at - first + 1)
  })
  return most / all
}

/** When each of so many viewers, all cut off at the same moment, polls and connects within `forMs`; no connection opens. */
function comingBack(viewers: number, type: Parameters<typeof rulesOf>[0], forMs: number) {
  const random = numbers(7)
  const moments = { poll: [] as number[], connect: [] as number[] }
  for (let viewer = 0; viewer < viewers; viewer += 1) {
    const due = new Map<string, number>()
    let schedule: Schedule = live
    let now = 0
    const happen = (event: ScheduleEvent) => {
      const following = step(schedule, event, rulesOf(type))
      schedule = following.schedule
      for (const effect of following.effects) {
        if (effect.type === 'wait') due.set(effect.timer, now + waitMs(effect.ms, random(), effect.spread))
        else if (effect.type === 'stop') due.delete(effect.timer)
        else if (effect.type === 'poll' || effect.type === 'connect') moments[effect.type].push(now)
      }
    }
    happen({ type: 'socketClosed', sentAway: viewers })
    for (;;) {
      const [timer, at] = [...due].sort(([, one], [, other]) => one - other)[0]!
      if (at > forMs) break
      now = at
      due.delete(timer)
      happen({ type: 'timer', timer: timer as Extract<Effect, { type: 'wait' }>['timer'] })
    }
  }
  return moments
}

test('LIV-08 of 1,000 viewers that a server sends away, no more connect again in a second than of 10,000', () => {
  expect(mostInASecond(comingBack(1000, 'scoreboard', 70_000).connect, 1000) * 1000).toBeLessThanOrEqual(0.05 * 10_000)
})

describe('LIV-08 10,000 viewers that their server sends away at the same moment', () => {
  const viewers = 10_000
  const { poll, connect: connects } = comingBack(viewers, 'scoreboard', 300_000)

  test('connect again over a minute, after the minute of the specification: 5 % of them in any second at most, and so do those that fail', () => {
    expect(Math.min(...connects)).toBeGreaterThanOrEqual(60_000)
    expect(connects.filter((moment) => moment < 120_000)).toHaveLength(viewers)
    expect(mostInASecond(connects, viewers)).toBeLessThanOrEqual(0.05)
  })

  test('poll from the first second on as evenly as viewers that poll every 5 s can', () => {
    expect(poll.reduce((one, other) => Math.min(one, other))).toBeGreaterThanOrEqual(5000)
    // A fifth of them in each second is what a poll every 5 s comes to.
    expect(mostInASecond(poll, viewers)).toBeLessThanOrEqual(0.22)
  })
})
