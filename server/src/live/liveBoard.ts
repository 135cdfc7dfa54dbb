import type { BoardType, Game, ScoreboardScores } from '@multiball/shared/schema'
import { liveName } from '@multiball/shared/schema'
import type { BoardRow } from '../boards/visibility'
import { sharedMessage } from './sharedFrame'
import type { SharedMessage } from './sharedFrame'
import type { Viewer } from './viewer'

/** A board as it is stored. */
export interface BoardView {
  /** another text after every change */
  version: string
  access: Pick<BoardRow, 'is_public' | 'owner_id' | 'viewer_key'>
  /** the bootstrap without its scores */
  settings: object
  /** the machines whose games it shows, in their order */
  venueMachineIds: number[]
}

/** Where states are counted: an epoch for the life of this process, and one rising number for all boards. */
export class Counter {
  private last = 0

  constructor(readonly epoch: string) {}

  next(): number {
    this.last += 1
    return this.last
  }
}

/** Bytes of an answer, and the ETag that names them. */
export interface CachedAnswer {
  bytes: Buffer
  etag: string
}

/** One board in memory: its newest state, made into bytes once for everybody, and who watches it. */
export class LiveBoard {
  readonly viewers = new Set<Viewer>()
  readonly name: string
  /** a machine of it changed since the state was made */
  isStale = true
  /** ms; when the last state went out */
  publishedAt = Number.NEGATIVE_INFINITY
  isPublishing = false
  seq = 0
  games: Game[] = []
  view: BoardView
  private settingsJson: string
  private settingsVersion: number
  private gamesJson = ''
  private message: SharedMessage | undefined
  private scores: CachedAnswer | undefined
  private bootstrap: CachedAnswer | undefined

  constructor(
    readonly type: BoardType,
    readonly id: number,
    view: BoardView,
    private readonly counter: Counter,
  ) {
    this.name = liveName(type, id)
    this.view = view
    this.settingsJson = JSON.stringify(view.settings)
    this.settingsVersion = counter.next()
  }

  /** Takes over what its owner changed. */
  setView(view: BoardView): void {
    this.isStale ||= String(view.venueMachineIds) !== String(this.view.venueMachineIds)
    this.view = view
    const settingsJson = JSON.stringify(view.settings)
    if (settingsJson === this.settingsJson) return
    this.settingsJson = settingsJson
    this.settingsVersion = this.counter.next()
    this.bootstrap = undefined
  }

  /** Takes the newest games, those in `data` order. A state that says the same as before is no new one. */
  setGames(games: Game[]): void {
    const gamesJson = JSON.stringify(games)
    if (this.seq > 0 && gamesJson === this.gamesJson) return
    this.games = games
    this.gamesJson = gamesJson
    this.seq = this.counter.next()
    this.message = this.scores = this.bootstrap = undefined
  }

  /** What sockets are sent. */
  sharedMessage(): SharedMessage {
    return (this.message ??= sharedMessage(`{"type":"SCORES","name":"${this.name}",${this.stateJson()}}`))
  }

  scoresAnswer(): CachedAnswer {
    return (this.scores ??= { bytes: Buffer.from(`{${this.stateJson()}}`), etag: `"${this.counter.epoch}-${this.seq}"` })
  }

  bootstrapAnswer(): CachedAnswer {
    return (this.bootstrap ??= {
      bytes: Buffer.from(`${this.settingsJson.slice(0, -1)},"scores":{${this.stateJson()}}}`),
      etag: `"${this.counter.epoch}-${this.seq}-${this.settingsVersion}"`,
    })
  }

  state(): ScoreboardScores {
    return { data: this.games, epoch: this.counter.epoch, seq: this.seq }
  }

  private stateJson() {
    return `"data":${this.gamesJson},"epoch":"${this.counter.epoch}","seq":${this.seq}`
  }
}
