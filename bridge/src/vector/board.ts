import { randomBytes } from 'node:crypto'
import { entryOf } from '../entry'
import type { Session } from '../entry'
import type { Outbox } from '../outbox'
import type { Play, VectorPacket } from './packet'

interface BoardOptions {
  outbox: Outbox
  /** there is something new to send */
  onChange: () => void
  /** whether the board was heard of a moment ago */
  isPresent: () => boolean
  /** ms since 1970 */
  now: () => number
}

interface Playing {
  scores: readonly number[]
  /** 0 once the last ball is over */
  ball: number
  /** slot, from 1 */
  current: number
  /** how many play, as far as the board says so or their scores do */
  count: number
  /** the board says that no game is played and shows other scores: it was switched off, or clears them before it tells the end */
  isFading: boolean
  /** whether the board has spoken of it since this bridge started */
  isSeen: boolean
}

/** between two writes of how a running game stands */
const keepEveryMs = 15_000
/** A board tells the end of a game for half a minute. */
const endsForMs = 60_000

const highest = (scores: readonly number[]) => scores.findLastIndex((score) => score > 0) + 1
const isSame = (one: readonly number[], other: readonly number[]) =>
  one.every((score, at) => score === (other[at] ?? 0)) && other.every((score, at) => score === (one[at] ?? 0))
const fellBelow = (scores: readonly number[], before: readonly number[]) =>
  before.some((score, at) => (scores[at] ?? 0) < score)

/**
 * Turns what one board says into what the server is told. Boards send by UDP and only what changes, so anything may be
 * missing: a game is what fits the scores before.
 */
export class VectorBoard {
  private playing: Playing | undefined
  private keptAt = Number.NEGATIVE_INFINITY
  /** what the last game left on the display */
  private left: readonly number[] = []
  /** the number of the last game, if its end was heard */
  private endHeard: number | undefined

  constructor(private readonly options: BoardOptions) {
    const { session } = options.outbox
    if (!session) return
    const scores = (session.players ?? []).map(({ score }) => Number(score ?? 0))
    if (session.end) this.left = scores
    else
      this.playing = {
        scores,
        ball: session.players?.[0]?.ball ?? 0,
        current: 1,
        count: Math.max(1, scores.length),
        isFading: false,
        isSeen: false,
      }
  }

  /** Whether a game is being played; undefined while the board says nothing, and where the end of one is not certain. */
  get isPlayed(): boolean | undefined {
    if (!this.options.isPresent() || this.playing?.isFading || this.playing?.isSeen === false) return undefined
    return this.playing !== undefined
  }

  take(packet: VectorPacket): void {
    switch (packet.type) {
      case 'state':
        return packet.isActive ? this.goOn(packet) : this.stop(packet.scores)
      case 'end':
        return this.end(packet)
      case 'reset':
        if (this.playing) this.lose()
    }
  }

  private goOn({ scores, ball, current, players }: Extract<VectorPacket, { type: 'state' }>) {
    const before = this.playing
    if (!before && highest(scores) > 0 && isSame(scores, this.left)) return
    const isNew = !before || fellBelow(scores, before.scores)
    if (isNew) this.start()
    const known = isNew ? [] : before.scores
    const changed = scores.findIndex((score, at) => score > (known[at] ?? 0))
    this.playing = {
      scores,
      ball,
      current: current ?? (changed >= 0 ? changed + 1 : isNew ? 1 : before.current),
      count: Math.max(isNew ? 1 : before.count, players ?? 0, highest(scores)),
      isFading: false,
      isSeen: true,
    }
    this.put(true)
  }

  private stop(scores: readonly number[]) {
    const { playing } = this
    if (!playing) return
    playing.isSeen = true
    if (fellBelow(scores, playing.scores)) playing.isFading = true
    else if (highest(scores) === 0) this.lose()
    else {
      this.playing = { ...playing, scores, count: Math.max(playing.count, highest(scores)) }
      this.settle({})
    }
  }

  private end({ plays, said, number }: Extract<VectorPacket, { type: 'end' }>) {
    const { playing } = this
    const { session } = this.options.outbox
    if (session?.end?.said === said || plays.every(({ score }) => score === 0)) return
    if (playing) {
      const named = fit(plays, playing.scores)
      // In the first minute of a game, what comes may still be the end of the game before, unless that was heard.
      const isYoung = this.options.now() - session!.startedAt < endsForMs
      const isLater = number !== undefined && this.endHeard !== undefined && number > this.endHeard
      const mayBeIts = playing.isFading || playing.ball === 0 || !playing.isSeen || !isYoung || isLater
      if (named && (mayBeIts || isSame(named.scores, playing.scores))) {
        this.playing = { ...playing, scores: named.scores, count: Math.max(playing.count, highest(named.scores)) }
        return this.settle({ said, number, names: named.names })
      }
      if (playing.isSeen) return
    }
    const named = session?.end && session.end.said === undefined ? fit(plays, this.left) : undefined
    // Of a game that was not seen, this is all there is.
    if (!named) this.start()
    const { scores, names } = named ?? fit(plays, [])!
    this.playing = { scores, ball: 0, current: 1, count: highest(scores), isFading: false, isSeen: true }
    this.settle({ said, number, names })
  }

  private start() {
    this.keptAt = Number.NEGATIVE_INFINITY
    this.options.outbox.session = {
      uuid: randomBytes(16).toString('hex'),
      startedAt: this.options.now(),
      sequence: 0,
    }
  }

  private settle({ said, number, names = [] }: { said?: string; number?: number; names?: readonly string[] }) {
    const { outbox } = this.options
    const { scores } = this.playing!
    this.put(false, names)
    this.left = scores
    this.endHeard = number
    outbox.session = { ...outbox.session!, players: this.players(), end: said === undefined ? {} : { said } }
    this.playing = undefined
  }

  private lose() {
    this.playing = undefined
    this.left = []
    this.options.outbox.put({ type: 'interrupted' })
    this.options.outbox.session = undefined
    this.options.onChange()
  }

  private players() {
    const { scores, ball, count } = this.playing!
    return Array.from({ length: count }, (_, at) => ({ score: scores[at] ?? 0, ball: ball || null }))
  }

  private put(isActive: boolean, names: readonly string[] = []) {
    const { outbox, onChange, now } = this.options
    const { session } = outbox
    if (!session) return
    // Taken from the clock, so that it keeps rising after a restart, whatever was on disk.
    session.sequence = Math.max(session.sequence + 1, now() - session.startedAt)
    const players = this.players()
    const body = {
      ...entryOf(session, { players, currentPlayer: this.playing!.current }, [], isActive, now()),
      ...Object.fromEntries(names.flatMap((name, at) => (name === '' ? [] : [[`p${at + 1}_name`, name]]))),
    }
    outbox.put({ type: 'entry', body })
    if (isActive && Math.abs(now() - this.keptAt) >= keepEveryMs) this.keep(session, players)
    onChange()
  }

  private keep(session: Session, players: Session['players']) {
    this.keptAt = this.options.now()
    this.options.outbox.session = { ...session, players }
  }
}

/**
 * Which play is whose, by the scores that were seen last: a score never falls, and players without points are not named.
 * Undefined when the plays are of another game.
 */
function fit(
  plays: readonly Play[],
  scores: readonly number[],
): { scores: readonly number[]; names: readonly string[] } | undefined {
  const slots: (Play | undefined)[] = scores.map((score) =>
    score > 0 ? plays.find((play) => play.score === score) : undefined,
  )
  // Two players with the same score are two plays.
  for (const [at, play] of slots.entries()) {
    if (play && slots.indexOf(play) < at)
      slots[at] = plays.find((other) => other.score === play.score && !slots.includes(other))
  }
  for (const play of plays.filter((one) => one.score > 0 && !slots.includes(one))) {
    const seen = scores.findIndex((score, at) => score > 0 && !slots[at] && score <= play.score)
    const free = Array.from({ length: 6 }, (_, at) => at).find((at) => !slots[at] && !(scores[at]! > 0))
    const at = seen >= 0 ? seen : free
    if (at === undefined) return undefined
    slots[at] = play
  }
  if (scores.some((score, at) => score > 0 && !slots[at])) return undefined
  const whole = Array.from(slots, (play) => play)
  return {
    scores: whole.map((play) => play?.score ?? 0),
    names: whole.map((play) => play?.initials ?? ''),
  }
}
