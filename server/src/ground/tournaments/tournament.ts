import type { Arena, Game, Info, MatchPlayEvent, Player, Queue, Round, Standing } from './matchPlay'

/*
 * What is known of a tournament, from answers and events that come in any order, late and twice.
 *
 *   a game is     | event: started            | event: completed                | answer that was asked later
 *   unknown       | started                   | completed                       | as it says
 *   started       | started                   | completed; doubtful, if it had  | as it says
 *                 |                           | a result before                 |
 *   completed     | doubtful, unless the same | the same, or doubtful           | as it says
 *   doubtful      | doubtful                  | doubtful                        | as it says
 *   deleted       | deleted                   | deleted                         | as it says
 *
 * Events have no number, so of two that say different things about a completed game nobody knows which is the newer one:
 * it is shown without a result until an answer says what it is. An answer changes nothing that an event has changed since
 * it was asked for.
 */

interface Held<Value> {
  value: Value
  /** when it was last changed, counted in questions and events */
  at: number
}

interface HeldGame extends Held<Game> {
  isDoubtful: boolean
  /** a result was said of it before */
  hadResult: boolean
}

/** What survives a restart of the bridge. */
export interface Remembered {
  /** places when the round began that is played now, by player */
  placesBefore: Record<string, number>
  /** the newest round that was seen */
  newestRound: number | undefined
  /** of each round as it was when first seen: later events may say one too many */
  roundIndexes: Record<string, number>
}

/** What the bridge has to ask for. */
interface Wanted {
  rounds: boolean
  games: boolean
  players: number[]
  arenas: number[]
}

/** What games of formats without rounds have as theirs. */
const noRound = 0
/** of the games that belong to no round */
const mostOver = 12

const resultOf = ({ status, playerIds, resultPositions, resultPoints }: Game) =>
  JSON.stringify([status, playerIds, resultPositions, resultPoints])
const hasResult = (game: Game, before: HeldGame | undefined) =>
  game.status === 'completed' || before?.hadResult === true

export class Tournament {
  info: Info | undefined
  standings: readonly Standing[] = []
  queues: readonly Queue[] = []
  private readonly rounds = new Map<number, Held<Round>>()
  private readonly games = new Map<number, HeldGame>()
  private readonly players = new Map<number, Held<Player>>()
  private readonly arenas = new Map<number, Arena>()
  /** ids of rounds and of games that are gone, and since when */
  private readonly gone = { rounds: new Map<number, number>(), games: new Map<number, number>() }
  private count = 0
  private infoAt = 0
  private standingsAt = 0
  private hasNewRound = false
  /** of rounds that games name: how many answers did not have them */
  private readonly missing = new Map<number, number>()
  private hasDoubtfulRound = false
  private gamesAskedAt = 0

  constructor(readonly remembered: Remembered = { placesBefore: {}, newestRound: undefined, roundIndexes: {} }) {}

  /** Before a question is sent; its answer is applied with what this returns. */
  asks(): number {
    this.count += 1
    return this.count
  }

  /** Applies an event of the socket. */
  hear(event: MatchPlayEvent): void {
    const at = this.asks()
    switch (event.type) {
      case 'tournament':
        // Players and arenas come with answers alone.
        this.info = { ...event.info, players: [], arenas: [] }
        this.infoAt = at
        return
      case 'round':
        return this.putRound(event.round, at)
      case 'game':
        return this.hearGame(event.game, at)
      case 'rounds-deleted':
        for (const id of event.ids) {
          this.rounds.delete(id)
          // Nothing is said of its games: they are shown by their round, and none comes back with a late event.
          this.gone.rounds.set(id, at)
        }
        return
      case 'games-deleted':
        for (const id of event.ids) this.removeGame(id, at)
        return
      case 'players':
        for (const id of event.ids) this.players.delete(id)
        return
      case 'arenas':
        for (const id of event.ids) this.arenas.delete(id)
        return
    }
  }

  /** Applies the answer about the tournament itself, with its players and arenas. @param asked what `asks` returned */
  answerInfo(info: Info, asked: number): void {
    if (asked >= this.infoAt) {
      this.info = info
      this.infoAt = asked
    }
    this.answerPlayers(info.players ?? [], asked)
    this.answerArenas(info.arenas ?? [])
  }

  answerPlayers(players: readonly Player[], asked: number): void {
    for (const player of players) this.players.set(player.playerId, { value: player, at: asked })
  }

  answerArenas(arenas: readonly Arena[]): void {
    for (const arena of arenas) this.arenas.set(arena.arenaId, arena)
  }

  answerRounds(rounds: readonly Round[], asked: number): void {
    const told = new Set(rounds.map(({ roundId }) => roundId))
    for (const [id, { at }] of this.rounds) {
      if (told.has(id) || at >= asked) continue
      this.rounds.delete(id)
      // Its games are gone, too; that is asked before they are taken for games without a round.
      this.hasNewRound = true
    }
    for (const id of new Set(
      [...this.games.values()].filter(({ at }) => at < asked).map(({ value }) => value.roundId),
    )) {
      if (told.has(id)) this.missing.delete(id)
      else this.missing.set(id, (this.missing.get(id) ?? 0) + 1)
    }
    for (const round of [...rounds].sort((one, other) => (one.index ?? 0) - (other.index ?? 0))) {
      const isChangedSince =
        (this.rounds.get(round.roundId)?.at ?? 0) > asked || (this.gone.rounds.get(round.roundId) ?? 0) > asked
      if (isChangedSince) continue
      // An answer has the true index.
      if (typeof round.index === 'number') this.remembered.roundIndexes[round.roundId] = round.index
      this.putRound(round, asked)
    }
  }

  /** @param isWhole false: what is over may be left out */
  answerGames(games: readonly Game[], asked: number, isWhole = true): void {
    const told = new Set(games.map(({ gameId }) => gameId))
    for (const [id, { value, at, isDoubtful }] of this.games) {
      const mayBeLeftOut = !isWhole && value.status === 'completed' && !isDoubtful
      if (!told.has(id) && at < asked && !mayBeLeftOut) this.games.delete(id)
    }
    for (const game of games) {
      const before = this.games.get(game.gameId)
      if (
        (before?.at ?? 0) > asked ||
        (this.gone.games.get(game.gameId) ?? 0) > asked ||
        (this.gone.rounds.get(game.roundId) ?? 0) > asked
      )
        continue
      this.games.set(game.gameId, { value: game, at: asked, isDoubtful: false, hadResult: hasResult(game, before) })
    }
  }

  answerStandings(standings: readonly Standing[], asked: number): void {
    if (asked < this.standingsAt) return
    this.standings = standings
    this.standingsAt = asked
    // The last results of the round before may be counted only now.
    const { newestRound } = this.remembered
    const hasResults = [...this.games.values()].some(
      ({ value }) => value.roundId === newestRound && value.bye !== true && value.status === 'completed',
    )
    if (newestRound !== undefined && !hasResults) this.keepPlaces()
  }

  /** What is known to be missing. */
  get wanted(): Wanted {
    const named = [...this.games.values()].map(({ value }) => value)
    const unknown = (wanted: readonly (number | null | undefined)[], has: (id: number) => boolean) =>
      [...new Set(wanted.filter((id) => typeof id === 'number'))].filter((id) => !has(id))
    // The end of a game may have been missed: its round says that it is over.
    const leftOver = [...this.rounds.values()].some(
      ({ value, at }) =>
        value.status === 'completed' &&
        at > this.gamesAskedAt &&
        named.some(({ roundId, status, bye }) => roundId === value.roundId && status !== 'completed' && bye !== true),
    )
    return {
      rounds:
        this.hasDoubtfulRound ||
        named.some(
          ({ roundId }) => !this.rounds.has(roundId) && !this.gone.rounds.has(roundId) && !this.hasNone(roundId),
        ),
      games: this.hasNewRound || leftOver || [...this.games.values()].some(({ isDoubtful }) => isDoubtful),
      players: unknown(
        [
          ...named.flatMap(({ playerIds }) => playerIds ?? []),
          ...this.queues.flatMap(({ playerIds }) => playerIds),
          ...this.standings.map(({ playerId }) => playerId),
        ],
        (id) => this.players.has(id),
      ),
      arenas: unknown(
        [...named, ...this.queues].map(({ arenaId }) => arenaId),
        (id) => this.arenas.has(id),
      ),
    }
  }

  /** Before the games are asked for; like `asks`. */
  asksGames(): number {
    this.hasNewRound = false
    this.gamesAskedAt = this.asks()
    return this.gamesAskedAt
  }

  /** Before the rounds are asked for; like `asks`. */
  asksRounds(): number {
    this.hasDoubtfulRound = false
    return this.asks()
  }

  /** In their order. */
  get roundsInOrder(): readonly Round[] {
    const indexOf = ({ roundId, index }: Round) => this.remembered.roundIndexes[roundId] ?? index ?? 0
    return [...this.rounds.values()]
      .map(({ value }) => value)
      .sort((one, other) => indexOf(one) - indexOf(other) || one.roundId - other.roundId)
  }

  /** Without byes; a doubtful one counts as being played. */
  gamesOf(roundId: number): readonly Game[] {
    return this.gamesWhere((id) => id === roundId)
  }

  /** The same of games that belong to no round, as those of a flip frenzy; of those that are over, the newest dozen. */
  get gamesWithoutRound(): readonly Game[] {
    const games = this.gamesWhere((id) => this.hasNone(id) && !this.gone.rounds.has(id))
    const recent = games.filter(({ status }) => status === 'completed').slice(-mostOver)
    return games.filter((game) => game.status !== 'completed' || recent.includes(game))
  }

  /** Whether a round that a game names is none: two answers did not have it. */
  private hasNone(roundId: number): boolean {
    return !this.rounds.has(roundId) && (roundId === noRound || (this.missing.get(roundId) ?? 0) >= 2)
  }

  private gamesWhere(isMeant: (roundId: number) => boolean): readonly Game[] {
    return [...this.games.values()]
      .filter(
        ({ value }) =>
          isMeant(value.roundId) && value.bye !== true && (value.playerIds ?? []).some((id) => id !== null),
      )
      .map(({ value, isDoubtful }) =>
        isDoubtful ? { ...value, status: 'started', resultPositions: null, resultPoints: null } : value,
      )
      .sort((one, other) => (one.index ?? 0) - (other.index ?? 0) || one.gameId - other.gameId)
  }

  get roster(): readonly Player[] {
    return [...this.players.values()].map(({ value }) => value)
  }

  arena(id: number): Arena | undefined {
    return this.arenas.get(id)
  }

  private hearGame(game: Game, at: number) {
    if (game.arena) this.arenas.set(game.arena.arenaId, game.arena)
    if (this.gone.games.has(game.gameId) || this.gone.rounds.has(game.roundId)) return
    const before = this.games.get(game.gameId)
    const value: Game = { ...game, arenaId: game.arenaId ?? game.arena?.arenaId ?? null }
    const isSame = before && resultOf(before.value) === resultOf(value)
    const isDoubtful = before !== undefined && (before.isDoubtful || (!isSame && before.hadResult))
    this.games.set(game.gameId, { value, at, isDoubtful, hadResult: hasResult(value, before) })
  }

  private removeGame(id: number, at: number) {
    this.games.delete(id)
    this.gone.games.set(id, at)
  }

  private putRound(round: Round, at: number) {
    const { roundId } = round
    if ((this.gone.rounds.get(roundId) ?? 0) > at) return
    const isFirst = !this.rounds.has(roundId)
    // A completed round is not begun again by an event that comes late; an answer says if it was.
    const before = this.rounds.get(roundId)?.value
    this.rounds.set(roundId, { value: round, at })
    this.remembered.roundIndexes[roundId] ??= round.index ?? 0
    if (isFirst && round.status === 'started') {
      // Its games exist, and nothing says which they are.
      this.hasNewRound = true
      this.beginRound(roundId)
    }
    if (before?.status === 'completed' && round.status === 'started') this.hasDoubtfulRound = this.hasNewRound = true
  }

  /** From here on the standings are compared with those of now. */
  private beginRound(roundId: number) {
    const { newestRound, roundIndexes } = this.remembered
    if (
      newestRound !== undefined &&
      (newestRound === roundId || (roundIndexes[newestRound] ?? -1) >= (roundIndexes[roundId] ?? 0))
    )
      return
    this.remembered.newestRound = roundId
    this.keepPlaces()
  }

  private keepPlaces() {
    this.remembered.placesBefore = Object.fromEntries(
      this.standings.map(({ playerId, position }) => [playerId, position]),
    )
  }
}
