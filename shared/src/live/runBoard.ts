import { ApiError, apiSettings, generalFailure } from '@multiball/shared/client'
import { liveName, sentAwayBy, type ScoresOf } from '@multiball/shared/schema'
import {
  goneBoard,
  isNewer,
  newerConfig,
  nothingYet,
  withBootstrap,
  withRefusedBootstrap,
  withScores,
  type BoardLive,
} from './boardLive'
import type { LiveEnvironment } from './environment'
import {
  connectionOf,
  rulesOf,
  step,
  timers,
  waitMs,
  type Effect,
  type Schedule,
  type ScheduleEvent,
  type TimerName,
} from './schedule'
import { connect, getScoresMessage, noConnection, onceEach, readMessage, type BoardAddress } from './socket'
import { boardAtom, type Store } from './store'

const notFoundStatus = 404
/** the server closes with 4404 what it would answer with 404 */
const cutOffCode = 4404

/** What a request failed with. Whatever is no ApiError is a mistake of ours, and shown as a failure all the same. */
const refusalOf = (cause: unknown): { status: number; message: string; retryAfterMs?: number } =>
  cause instanceof ApiError
    ? { status: cause.status, message: cause.message, retryAfterMs: (cause.retryAfterSeconds ?? 0) * 1000 }
    : { status: 0, message: generalFailure }

/** A page from memory is better than a page that waits for longer than this. */
const patienceMs = 3000

/** What the server is asked. */
type Question = 'bootstrap' | 'settings' | 'poll'

/**
 * Runs the schedule of one board against the outer world and keeps its atom; schedule.ts has the rules.
 * @returns stops it: no timer, request, socket or listener is left
 */
export function runBoard(store: Store, address: BoardAddress, environment: LiveEnvironment): () => void {
  const board = boardAtom(address)
  const rules = rulesOf(address.type)
  const logOnce = onceEach((text) => environment.log(`${liveName(address.type, address.id)}: ${text}`))
  const stopped = new AbortController()
  const handles = new Map<TimerName, unknown>()
  const asking = new Set<Question>()
  const queue: ScheduleEvent[] = []
  let schedule: Schedule = { type: 'bootstrapping' }
  let connection: ReturnType<typeof connect> = noConnection
  /** counts the epochs seen, so that an answer asked for in an older one is known as late */
  let epochs = 0
  let draining = false
  /** of the settings that were asked for last */
  let configAsked: string | undefined
  let patience: unknown
  let hasRecalled = false

  const read = () => store.get(board)
  const write = (live: BoardLive) => store.set(board, live)

  /**
   * Takes a whole state that was asked for when `since` epochs had been seen; answers if it brought news.
   * @param live the board that it is a state of
   */
  function take(scores: ScoresOf, live = read(), since = epochs): boolean {
    const known = live.scores
    const begunAnew = known !== undefined && known.epoch !== scores.epoch
    const late = begunAnew && since !== epochs
    const newer = !late && isNewer(scores, known)
    if (newer && begunAnew) epochs += 1
    write(late ? live : withScores(live, scores, environment.now()))
    keep()
    refreshSettings()
    return newer
  }

  /** Each process counts on its own: while the socket is open, what it says counts. */
  const isOfAnotherProcess = ({ epoch }: ScoresOf) => schedule.type === 'live' && read().scores?.epoch !== epoch

  function keep() {
    const { phase, bootstrap, scores, asOf } = read()
    // Settings that do not belong to the scores are on their way.
    if (phase !== 'ready' || !bootstrap || !scores || asOf === undefined || newerConfig(read()) !== undefined) return
    environment.memory?.keep(address, { bootstrap: { ...bootstrap, scores } as typeof bootstrap, asOf })
  }

  /** The server does not answer: what was kept of the board stands in, as old as it is. Looked for once. */
  async function standIn() {
    if (!environment.memory || hasRecalled || read().bootstrap) return
    hasRecalled = true
    const kept = await environment.memory.recall(address)
    // The server may have answered meanwhile.
    if (!kept || stopped.signal.aborted || schedule.type === 'gone' || read().bootstrap) return
    write({ ...read(), phase: 'ready', bootstrap: kept.bootstrap, scores: kept.bootstrap.scores, asOf: kept.asOf })
    happen({ type: 'recalled' })
  }

  async function getBootstrap() {
    if (environment.memory && !hasRecalled) patience = environment.setTimeout(() => void standIn(), patienceMs)
    try {
      return await environment.getBootstrap(address, stopped.signal)
    } catch (cause) {
      const { status } = refusalOf(cause)
      if (status === 0 || status >= 500) await standIn()
      throw cause
    } finally {
      environment.clearTimeout(patience)
    }
  }

  function stopTimer(timer: TimerName) {
    environment.clearTimeout(handles.get(timer))
    handles.delete(timer)
  }

  function startTimer(timer: TimerName, ms: number, spread?: number) {
    stopTimer(timer)
    const fire = () => {
      handles.delete(timer)
      happen({ type: 'timer', timer })
    }
    const random = (timer === 'reconnect' ? environment.turn : undefined) ?? environment.random()
    handles.set(timer, environment.setTimeout(fire, waitMs(ms, random, spread)))
  }

  /** One request of a kind at a time: a slow server is not asked again while it thinks. */
  async function ask<Answer>(
    kind: Question,
    request: () => Promise<Answer>,
    answered: (answer: Answer) => void,
    refused: (cause: unknown) => void,
  ) {
    if (asking.has(kind)) return
    asking.add(kind)
    try {
      const answer = await request()
      asking.delete(kind)
      if (!stopped.signal.aborted) answered(answer)
    } catch (cause) {
      asking.delete(kind)
      if (!stopped.signal.aborted) refused(cause)
    }
  }

  function askBootstrap() {
    const since = epochs
    void ask(
      'bootstrap',
      getBootstrap,
      (bootstrap) => {
        take(bootstrap.scores, withBootstrap(read(), bootstrap), since)
        happen({ type: 'bootstrapAnswered' })
      },
      (cause) => {
        const { status, message, retryAfterMs } = refusalOf(cause)
        // One that stood in from memory and is live by now lacks nothing.
        if (schedule.type !== 'gone' && schedule.type !== 'live')
          write(withRefusedBootstrap(read(), { status, message }))
        happen({ type: 'bootstrapRefused', status, retryAfterMs })
      },
    )
  }

  /** The owner changed the board: it is shown as it was until it is read again. */
  function refreshSettings() {
    const config = newerConfig(read())
    // What changes while it is being read is seen when it is answered.
    if (config === undefined || config === configAsked || asking.has('settings')) return
    configAsked = config
    void ask(
      'settings',
      () => environment.getBootstrap(address, stopped.signal),
      (bootstrap) => {
        if (schedule.type === 'gone') return
        const live = withBootstrap(read(), bootstrap)
        if (!isOfAnotherProcess(bootstrap.scores)) take(bootstrap.scores, live)
        else {
          write(live)
          keep()
        }
        // Whoever answered may not have heard of the change.
        if (newerConfig(read()) === config) configAsked = undefined
      },
      () => (configAsked = undefined),
    )
  }

  function askScores() {
    const since = epochs
    void ask(
      'poll',
      () => environment.getScores(address, stopped.signal),
      (scores) => {
        happen({ type: 'pollAnswered', news: isOfAnotherProcess(scores) ? 'unknown' : take(scores, read(), since) })
      },
      (cause) => {
        const { status, message } = refusalOf(cause)
        happen({ type: 'pollRefused', status })
        if (read().connection === 'offline' && read().phase === 'ready')
          write({ ...read(), error: { status, message } })
      },
    )
  }

  function receive(text: string) {
    const reading = readMessage(text, address)
    switch (reading.type) {
      case 'scores':
        take(reading.scores)
        return happen({ type: 'socketHeard' })
      case 'refused':
        // Other refusals come with a close, which says what to do next.
        return reading.status === notFoundStatus
          ? happen({ type: 'cutOff' })
          : logOnce(`${reading.status} ${reading.detail}`)
      case 'ignored':
        logOnce(`ignored a message (${reading.reason})`)
        return happen({ type: 'socketHeard' })
    }
  }

  function openConnection() {
    connection = connect(() => environment.openSocket(address), getScoresMessage(address, apiSettings().token()), {
      opened: () => happen({ type: 'socketOpened' }),
      received: receive,
      closed: (code, reason) => {
        connection = noConnection
        happen(code === cutOffCode ? { type: 'cutOff' } : { type: 'socketClosed', sentAway: sentAwayBy(reason) })
      },
    })
  }

  function perform(effect: Effect) {
    switch (effect.type) {
      case 'bootstrap':
        return askBootstrap()
      case 'poll':
        return askScores()
      case 'connect':
        return openConnection()
      case 'ask':
        return connection.greet()
      case 'disconnect':
        // Where only the board is gone, the socket that it shares may be fine.
        connection.end(schedule.type !== 'gone')
        connection = noConnection
        return
      case 'wait':
        return startTimer(effect.timer, effect.ms, effect.spread)
      case 'stop':
        return stopTimer(effect.timer)
    }
  }

  function showConnection() {
    if (schedule.type === 'gone') {
      environment.memory?.forget(address)
      return write(goneBoard)
    }
    const shown = connectionOf(schedule)
    if (read().connection !== shown)
      write({ ...read(), connection: shown, error: shown === 'live' ? undefined : read().error })
  }

  /** Queued, because an effect may make the next event happen before it returns. */
  function happen(event: ScheduleEvent) {
    queue.push(event)
    if (draining) return
    draining = true
    try {
      // A listener may end the watch in the middle of it.
      for (let next = queue.shift(); next && !stopped.signal.aborted; next = queue.shift()) {
        const { schedule: following, effects } = step(schedule, next, rules)
        schedule = following
        effects.forEach(perform)
        showConnection()
      }
    } finally {
      draining = false
    }
  }

  const remembered = read()
  write(remembered.bootstrap ? { ...remembered, connection: 'connecting', error: undefined } : nothingYet)
  const unsubscribe = environment.onWake(() => happen({ type: 'woken' }))
  happen({ type: 'started' })

  return () => {
    stopped.abort()
    unsubscribe()
    connection.end()
    environment.clearTimeout(patience)
    timers.forEach(stopTimer)
  }
}
