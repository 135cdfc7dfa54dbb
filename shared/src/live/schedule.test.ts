import { connectionOf, rulesOf, step, waitMs, type Effect, type Schedule, type ScheduleEvent } from './schedule'

/*
 * How a streamboard comes back. The tests of watchBoard run the whole schedule in time; here are its single steps.
 */

const rules = rulesOf('streamboard')
const polling = (fields: Partial<Extract<Schedule, { type: 'polling' }>> = {}): Schedule => ({ type: 'polling', connecting: false, exhausted: false, reachable: true, ...fields })
const live: Schedule = { type: 'live', checking: false }
const wait = (timer: Extract<Effect, { type: 'wait' }>['timer'], ms: number): Effect => ({ type: 'wait', timer, ms })
const connect: Effect[] = [{ type: 'connect' }, wait('connectLimit', 10_000)]

test.each<[string, Schedule, ScheduleEvent, Schedule, Effect[]]>([
  ['a close: again after 1 s, polls every 5 s, for 60 s', live, { type: 'socketClosed' }, polling(), [wait('reconnect', 1000), wait('poll', 5000), wait('pollingLimit', 60_000)]],
  ['a first connection that fails is a close too', { type: 'connecting' }, { type: 'socketClosed' }, polling(), [wait('reconnect', 1000), wait('poll', 5000), wait('pollingLimit', 60_000)]],
  ['1 s later: connect', polling(), { type: 'timer', timer: 'reconnect' }, polling({ connecting: true }), connect],
  ['which fails: again after 1 s, and the 60 s go on', polling({ connecting: true }), { type: 'socketClosed' }, polling(), [wait('reconnect', 1000)]],
  ['5 s later: poll, and again in 5 s', polling(), { type: 'timer', timer: 'poll' }, polling(), [{ type: 'poll' }, wait('poll', 5000)]],
  ['60 s later: no more polls', polling(), { type: 'timer', timer: 'pollingLimit' }, polling({ exhausted: true }), []],
  ['but connecting goes on each second', polling({ exhausted: true }), { type: 'timer', timer: 'reconnect' }, polling({ exhausted: true, connecting: true }), connect],
  ['and once it is open all is live', polling({ exhausted: true, connecting: true }), { type: 'socketOpened' }, live, [wait('silence', 60_000)]],
  [
    'shown again after the 60 s: poll and connect at once, for another 60 s',
    polling({ exhausted: true }),
    { type: 'woken' },
    polling({ connecting: true }),
    [{ type: 'poll' }, wait('poll', 5000), wait('pollingLimit', 60_000), ...connect],
  ],
  ['shown again while live: the socket is checked', live, { type: 'woken' }, { type: 'live', checking: true }, [{ type: 'poll' }]],
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
