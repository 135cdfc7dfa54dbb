import type { BoardType } from '@multiball/shared/schema'
import type { Connection } from './boardLive'

/*
 * When a viewer asks, connects, polls and comes back: a pure state machine. `step` takes a state and an event
 * and answers the next state and what is to be done; watchBoard does it.
 */

/** Times in ms, all of them minimums: `waitMs` adds something on top. */
interface Rules {
  bootstrapRetryMs: number
  /** after a refusal that repeating does not mend soon: 404, 429 */
  bootstrapAgainMs: number
  pollMs: number
  reconnectMs: number
  /** how long polling stands in for the socket; undefined is for ever */
  pollingLimitMs?: number
  /** a connection that has not opened, or not answered, by then counts as closed */
  connectLimitMs: number
  /** a socket silent for so long is checked */
  silenceMs: number
  /** whether viewers that a server sends away together spread out before they come back */
  isSpread: boolean
}

const usual: Rules = {
  bootstrapRetryMs: 5000,
  bootstrapAgainMs: 60_000,
  pollMs: 5000,
  reconnectMs: 60_000,
  connectLimitMs: 10_000,
  silenceMs: 60_000,
  isSpread: true,
}

/** The rules of a board type: a stream cannot wait a minute, so streamboards come back after a second. */
export const rulesOf = (type: BoardType): Rules =>
  type === 'streamboard' ? { ...usual, reconnectMs: 1000, pollingLimitMs: 60_000, isSpread: false } : usual

const usualSpread = 0.1
/** So many viewers of one server come back over a wait as long as the wait itself; fewer over a part of it. */
const manyViewers = 10_000

/**
 * A wait of at least `ms`, and longer by at most its share `spread`, so that thousands of viewers that were sent away
 * together do not come back together.
 * @param random 0 ≤ random < 1
 */
export const waitMs = (ms: number, random: number, spread = usualSpread) => Math.floor(ms + ms * spread * random)

export type Schedule =
  | { type: 'bootstrapping' }
  /** the bootstrap failed for a passing reason */
  | { type: 'retrying' }
  /** 429 on bootstrap: polling only, until the page is opened again */
  | { type: 'throttled'; reachable: boolean }
  /** deleted, or made private for this viewer */
  | { type: 'gone' }
  | { type: 'connecting' }
  | { type: 'live'; checking: boolean }
  /** the socket is closed; `connecting` while it is tried again, `exhausted` when the polling limit is over */
  | { type: 'polling'; connecting: boolean; exhausted: boolean; reachable: boolean }

export type TimerName = 'bootstrap' | 'poll' | 'reconnect' | 'connectLimit' | 'silence' | 'pollingLimit'

export type ScheduleEvent =
  | { type: 'started' }
  | { type: 'bootstrapAnswered' }
  /** status 0 is the network; `retryAfterMs` is what the server asks for */
  | { type: 'bootstrapRefused'; status: number; retryAfterMs?: number }
  /** the server did not answer, and what was kept of the board stands in */
  | { type: 'recalled' }
  | { type: 'socketOpened' }
  | { type: 'socketHeard' }
  /** sentAway: how many the server closed with it, as it stopped; none where the socket was lost alone */
  | { type: 'socketClosed'; sentAway?: number }
  /** news: whether it brought a state that the socket had not brought; `unknown` where another process answered, which counts on its own */
  | { type: 'pollAnswered'; news: boolean | 'unknown' }
  | { type: 'pollRefused'; status: number }
  /** the server said that there is no such board for this viewer */
  | { type: 'cutOff' }
  | { type: 'timer'; timer: TimerName }
  /** the tab came back into view, or the network changed */
  | { type: 'woken' }

export type Effect =
  | { type: 'bootstrap' }
  | { type: 'poll' }
  | { type: 'connect' }
  /** asks for the state through the open socket */
  | { type: 'ask' }
  | { type: 'disconnect' }
  /** runs the timer again from zero; `spread` as for waitMs */
  | { type: 'wait'; timer: TimerName; ms: number; spread?: number }
  | { type: 'stop'; timer: TimerName }

interface Step {
  schedule: Schedule
  effects: Effect[]
}

export const timers: readonly TimerName[] = [
  'bootstrap',
  'poll',
  'reconnect',
  'connectLimit',
  'silence',
  'pollingLimit',
]

const wait = (timer: TimerName, ms: number, spread?: number): Effect => ({ type: 'wait', timer, ms, spread })
const stop = (...names: TimerName[]): Effect[] => names.map((timer) => ({ type: 'stop', timer }))
const to = (schedule: Schedule, ...effects: Effect[]): Step => ({ schedule, effects })

const connecting = (rules: Rules): Effect[] => [{ type: 'connect' }, wait('connectLimit', rules.connectLimitMs)]

const gone = (rules: Rules): Step => ({
  schedule: { type: 'gone' },
  // Asked again slowly: a wall that was cut off by mistake comes back without anybody climbing up to it.
  effects: [{ type: 'disconnect' }, ...stop(...timers), wait('bootstrap', rules.bootstrapAgainMs)],
})

/** The socket is closed, or as good as closed. */
function lost(schedule: Schedule, rules: Rules, sentAway = 0): Step {
  const spread = rules.isSpread ? Math.min(1, Math.max(usualSpread, sentAway / manyViewers)) : undefined
  const again = [...stop('connectLimit', 'silence'), wait('reconnect', rules.reconnectMs, spread)]
  switch (schedule.type) {
    case 'polling':
      return { schedule: { ...schedule, connecting: false }, effects: again }
    case 'connecting':
    case 'live': {
      const limit = rules.pollingLimitMs === undefined ? [] : [wait('pollingLimit', rules.pollingLimitMs)]
      return {
        schedule: { type: 'polling', connecting: false, exhausted: false, reachable: true },
        // Polls that begin apart stay apart.
        effects: [...again, wait('poll', rules.pollMs, spread), ...limit],
      }
    }
    default:
      return to(schedule)
  }
}

function opened(schedule: Schedule, rules: Rules): Step {
  if (schedule.type !== 'connecting' && schedule.type !== 'polling') return to(schedule)
  return {
    schedule: { type: 'live', checking: false },
    effects: [...stop('connectLimit', 'poll', 'reconnect', 'pollingLimit'), wait('silence', rules.silenceMs)],
  }
}

function bootstrapRefused(
  schedule: Schedule,
  { status, retryAfterMs = 0 }: { status: number; retryAfterMs?: number },
  rules: Rules,
): Step {
  if (status === 404) return gone(rules)
  // Late: what was kept stands in for it, or it came another way.
  if (schedule.type === 'polling' || schedule.type === 'live') return to(schedule)
  const again = wait('bootstrap', Math.max(rules.bootstrapAgainMs, retryAfterMs))
  if (schedule.type === 'throttled' || (schedule.type === 'gone' && status !== 429)) return to(schedule, again)
  if (status === 429) return to({ type: 'throttled', reachable: true }, again, wait('poll', rules.pollMs))
  return to({ type: 'retrying' }, wait('bootstrap', rules.bootstrapRetryMs))
}

function bootstrapAnswered(schedule: Schedule, rules: Rules): Step {
  if (schedule.type === 'bootstrapping' || schedule.type === 'gone') {
    return { schedule: { type: 'connecting' }, effects: [...stop('bootstrap'), ...connecting(rules)] }
  }
  return { schedule, effects: stop('bootstrap') }
}

/** A board that is shown from memory is like one that lost its socket, only that all is tried at once. */
function recalled(schedule: Schedule, rules: Rules): Step {
  if (schedule.type !== 'bootstrapping' && schedule.type !== 'retrying') return to(schedule)
  const limit = rules.pollingLimitMs === undefined ? [] : [wait('pollingLimit', rules.pollingLimitMs)]
  return {
    schedule: { type: 'polling', connecting: true, exhausted: false, reachable: false },
    effects: [...stop('bootstrap'), { type: 'poll' }, wait('poll', rules.pollMs), ...connecting(rules), ...limit],
  }
}

/**
 * A poll was answered or refused. While the socket is open it is the check of a silent socket: pings of the
 * protocol are hidden from pages, and a board may rightly be silent for hours, so only a state that the socket
 * failed to bring, or a network that is gone, proves the socket dead. Where a poll cannot tell, the socket itself is asked.
 */
function polled(schedule: Schedule, reachable: boolean, dead: boolean | 'unknown', rules: Rules): Step {
  switch (schedule.type) {
    case 'live': {
      if (!schedule.checking) return to(schedule)
      if (dead === 'unknown') return to(schedule, { type: 'ask' }, wait('connectLimit', rules.connectLimitMs))
      if (!dead) return to({ type: 'live', checking: false }, wait('silence', rules.silenceMs))
      const { schedule: next, effects } = lost(schedule, rules)
      const polling: Schedule = next.type === 'polling' ? { ...next, reachable } : next
      return { schedule: polling, effects: [{ type: 'disconnect' }, ...effects] }
    }
    case 'polling':
    case 'throttled':
      return to({ ...schedule, reachable })
    default:
      return to(schedule)
  }
}

function timerFired(schedule: Schedule, timer: TimerName, rules: Rules): Step {
  switch (timer) {
    case 'bootstrap':
      return to(schedule.type === 'retrying' ? { type: 'bootstrapping' } : schedule, { type: 'bootstrap' })
    case 'poll':
      return to(schedule, { type: 'poll' }, wait('poll', rules.pollMs))
    case 'reconnect':
      return schedule.type === 'polling' ? to({ ...schedule, connecting: true }, ...connecting(rules)) : to(schedule)
    case 'connectLimit': {
      const { schedule: next, effects } = lost(schedule, rules)
      return { schedule: next, effects: [{ type: 'disconnect' }, ...effects] }
    }
    case 'silence':
      return schedule.type === 'live' ? to({ type: 'live', checking: true }, { type: 'poll' }) : to(schedule)
    case 'pollingLimit':
      return schedule.type === 'polling' ? to({ ...schedule, exhausted: true }, ...stop('poll')) : to(schedule)
  }
}

/** Somebody is looking again: what was waited for is tried at once. */
function woken(schedule: Schedule, rules: Rules): Step {
  const pollNow: Effect[] = [{ type: 'poll' }, wait('poll', rules.pollMs)]
  switch (schedule.type) {
    case 'retrying':
      return to({ type: 'bootstrapping' }, ...stop('bootstrap'), { type: 'bootstrap' })
    case 'throttled':
      return to(schedule, ...pollNow)
    case 'live':
      return schedule.checking
        ? to(schedule)
        : to({ type: 'live', checking: true }, ...stop('silence'), { type: 'poll' })
    case 'polling': {
      const limit =
        schedule.exhausted && rules.pollingLimitMs !== undefined ? [wait('pollingLimit', rules.pollingLimitMs)] : []
      const again = schedule.connecting ? [] : [...stop('reconnect'), ...connecting(rules)]
      return to({ ...schedule, connecting: true, exhausted: false }, ...pollNow, ...limit, ...again)
    }
    default:
      return to(schedule)
  }
}

/** What follows from an event; an event that does not fit the state changes nothing. */
export function step(schedule: Schedule, event: ScheduleEvent, rules: Rules): Step {
  switch (event.type) {
    case 'started':
      return to({ type: 'bootstrapping' }, { type: 'bootstrap' })
    case 'bootstrapAnswered':
      return bootstrapAnswered(schedule, rules)
    case 'bootstrapRefused':
      return bootstrapRefused(schedule, event, rules)
    case 'recalled':
      return recalled(schedule, rules)
    case 'socketOpened':
      return opened(schedule, rules)
    case 'socketHeard':
      return schedule.type === 'live'
        ? to({ type: 'live', checking: false }, ...stop('connectLimit'), wait('silence', rules.silenceMs))
        : to(schedule)
    case 'socketClosed':
      return lost(schedule, rules, event.sentAway)
    case 'pollAnswered':
      return polled(schedule, true, event.news, rules)
    case 'pollRefused':
      return event.status === 404 ? gone(rules) : polled(schedule, false, event.status === 0, rules)
    case 'cutOff':
      return gone(rules)
    case 'timer':
      return timerFired(schedule, event.timer, rules)
    case 'woken':
      return woken(schedule, rules)
  }
}

/** What the state means to the person who looks at the board. */
export function connectionOf(schedule: Schedule): Connection {
  switch (schedule.type) {
    case 'bootstrapping':
    case 'connecting':
      return 'connecting'
    case 'live':
      return 'live'
    case 'throttled':
      return schedule.reachable ? 'polling' : 'offline'
    case 'polling':
      return schedule.reachable && !schedule.exhausted ? 'polling' : 'offline'
    case 'retrying':
    case 'gone':
      return 'offline'
  }
}
