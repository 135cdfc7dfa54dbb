/** A game as it was played, for the server to have. */
interface PlayedGame {
  scores: number[]
  /** empty where none were entered */
  initials: string[]
  /** its board was on until its end */
  isWhole: boolean
}

/** four times a second, as boards do */
const ticksPerSecond = 4
const endHoldTicks = 15 * ticksPerSecond
const retryTicks = 5 * ticksPerSecond
const tries = 6

type Phase =
  | { type: 'waits'; ticks: number }
  | { type: 'plays'; ball: number; player: number; ticks: number }
  | { type: 'holds'; ticks: number }
  | { type: 'enters'; ticks: number }

/**
 * A Vector board after what is known of real ones: it says what has changed, at most four times a second, and the end of a game
 * six times. `clears` as boards of Data East machines, which forget the scores at once; others show them for 15 s and go on
 * showing them.
 */
export class EmulatedBoard {
  readonly played: PlayedGame[] = []
  private phase: Phase
  private scores: number[] = []
  private last = ''
  private ending: { plays: [string, number][]; number: number; tries: number; ticks: number } | undefined
  private shown = [0, 0, 0, 0]

  /** @param random 0 up to 1 */
  constructor(
    private readonly id: string,
    private readonly clears: boolean,
    private readonly random: () => number,
  ) {
    this.phase = { type: 'waits', ticks: this.between(4, 80) }
  }

  /** What it broadcasts in this quarter of a second. @param mayBegin whether another game may begin */
  tick(mayBegin: boolean): string[] {
    this.step(mayBegin)
    return [...this.state(), ...this.end()]
  }

  /** Whether it has nothing more to tell. */
  get isQuiet(): boolean {
    return this.phase.type === 'waits' && this.ending === undefined
  }

  /** Somebody pulls the plug; a moment later it is on again. */
  switchOff(): void {
    if (this.phase.type === 'plays') this.played.push({ scores: this.scores, initials: [], isWhole: false })
    // What was entered and not told yet is lost with it.
    else if (this.phase.type !== 'waits') this.played.push({ scores: this.scores, initials: [], isWhole: !this.clears })
    this.phase = { type: 'waits', ticks: this.between(40, 120) }
    this.ending = undefined
    this.shown = [0, 0, 0, 0]
    this.last = ''
  }

  get isPlaying(): boolean {
    return this.phase.type === 'plays'
  }

  private step(mayBegin: boolean) {
    const { phase } = this
    phase.ticks -= 1
    if (phase.type === 'plays' && this.random() < 0.3) this.scores[phase.player]! += this.between(1, 900) * 10
    if (phase.ticks > 0) return
    switch (phase.type) {
      case 'waits':
        if (!mayBegin) return
        this.scores = Array.from({ length: this.between(1, 4) }, () => 0)
        this.phase = { type: 'plays', ball: 1, player: 0, ticks: this.between(20, 60) }
        break
      case 'plays':
        // No player leaves without a point.
        this.scores[phase.player]! += 10
        if (phase.player + 1 < this.scores.length) phase.player += 1
        else Object.assign(phase, { player: 0, ball: phase.ball + 1 })
        phase.ticks = this.between(20, 60)
        if (phase.ball > 3) this.phase = { type: 'holds', ticks: this.clears ? 1 : endHoldTicks }
        break
      case 'holds':
        this.phase = { type: 'enters', ticks: this.between(20, 120) }
        break
      case 'enters': {
        const initials = this.scores.map(() => (this.random() < 0.7 ? this.letters() : ''))
        this.played.push({ scores: this.scores, initials, isWhole: true })
        const plays = this.scores.map((score, at): [string, number] => [initials[at]!, score])
        this.ending = { plays, number: this.played.length, tries: 0, ticks: 0 }
        this.phase = { type: 'waits', ticks: this.between(tries * retryTicks, tries * retryTicks + 80) }
      }
    }
  }

  private state(): string[] {
    const { phase } = this
    const isActive = phase.type === 'plays' || (phase.type === 'holds' && !this.clears)
    if (isActive) this.shown = [0, 1, 2, 3].map((at) => this.scores[at] ?? 0)
    else if (this.clears) this.shown = [0, 0, 0, 0]
    const text = this.message('game_state', {
      GameActive: isActive,
      BallInPlay: phase.type === 'plays' ? phase.ball : 0,
      ...(this.clears && {
        PlayerUp: phase.type === 'plays' ? phase.player + 1 : 0,
        PlayersInGame: isActive ? this.scores.length : 0,
      }),
      Scores: this.shown,
    })
    if (text === this.last) return []
    this.last = text
    return [text]
  }

  private end(): string[] {
    const { ending } = this
    if (!ending || (ending.ticks -= 1) > 0) return []
    ending.tries += 1
    ending.ticks = retryTicks
    if (ending.tries === tries) this.ending = undefined
    const { plays, number, tries: attempt } = ending
    return [this.message('end_of_game', { plays, try: attempt, game_num: number })]
  }

  private message(type: string, data: object): string {
    return JSON.stringify({ machine_id: this.id, type, data })
  }

  private between(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1))
  }

  private letters(): string {
    return Array.from({ length: 3 }, () => String.fromCharCode(65 + this.between(0, 25))).join('')
  }
}
