import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

/*
 * Match Play as far as a bridge sees it: the calls of one tournament by HTTP, and its channel of a Pusher server. It plays
 * whole tournaments by a seed, and is as silent as the real one: a started round does not announce its games, adjusted
 * strikes nothing at all, a deleted round not its games, and the end of the tournament only sometimes.
 */

export const formats = ['knockout', 'group_matchplay', 'matchplay', 'double_bracket'] as const
export type Format = (typeof formats)[number]

/** What goes wrong, each with how often: 0 to 1. */
export interface Faults {
  /** the socket is cut before an event */
  cut: number
  /** an event is never sent */
  lost: number
  /** an event is sent again, later */
  repeated: number
  /** an event is sent after the next one */
  swapped: number
  /** an answer takes so long that events overtake it, or fails */
  slow: number
  failed: number
}

export const everyFault: Faults = { cut: 0.05, lost: 0.05, repeated: 0.2, swapped: 0.2, slow: 0.1, failed: 0.05 }
const noFaults: Faults = { cut: 0, lost: 0, repeated: 0, swapped: 0, slow: 0, failed: 0 }

interface Game {
  gameId: number
  roundId: number
  tournamentId: number
  index: number
  status: 'started' | 'completed'
  bye: boolean
  arenaId: number | null
  startedAt: string
  playerIds: number[]
  userIds: (number | null)[]
  resultPositions: (number | null)[]
  resultPoints: (string | null)[]
}

interface Round {
  roundId: number
  tournamentId: number
  index: number
  name: string
  status: 'started' | 'completed'
}

/** Numbers between 0 and 1 that are the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface FakeOptions {
  /** best game: everyone alone, as often as they like, and in line for a machine; the last two have no rounds, and a call of their own */
  format: Format | 'best_game' | 'frenzy' | 'max_matchplay'
  players: number
  seed: number
  faults?: Faults
  /** by their number; `Player 101` and the like by default */
  names?: readonly string[]
  /** where is played, twenty machines without an id by default */
  arenas?: readonly FakeArena[]
}

interface FakeArena {
  name: string
  /** of the Open Pinball Database */
  opdbId: string | null
}

const tournamentId = 4_711
const strikesOut = 3
const [firstPlayer, firstArena] = [101, 501]
const ifpa = [[7], [7, 1], [7, 4, 1], [7, 5, 3, 1]]

export class FakeMatchPlay {
  readonly tournament = tournamentId
  status: 'planned' | 'started' | 'completed' = 'planned'
  readonly rounds: Round[] = []
  readonly games: Game[] = []
  /** every result that a game ever had, as its order of finish */
  readonly results = new Map<number, string[]>()
  /** calls that were answered or refused, and by their path */
  calls: string[] = []
  faults: Faults
  private readonly random: () => number
  private readonly server = createServer(
    (request, response) => void this.answer(request.url ?? '', request.headers.authorization, response),
  )
  private readonly sockets = new WebSocketServer({ noServer: true })
  private readonly tcp = new Set<Socket>()
  private readonly later: { name: string; data: object }[] = []
  private nextId = 1_000
  private readonly adjusted = new Map<number, number>()
  private readonly dropped = new Set<number>()
  private readonly arenas: readonly FakeArena[]
  /** who waits, by arena, the next one first */
  private readonly queues = new Map<number, { arenaId: number; playerId: number; createdAt: string }[]>()
  /** nobody can connect */
  isAway = false
  /** every call is refused with this status */
  refuses: number | undefined
  /** what callers showed, call by call */
  tokens: (string | undefined)[] = []
  /** what is answered about queues instead, such as 404 or a text that is none */
  queuesAnswer: { status: number; text: string } | undefined

  constructor(private readonly options: FakeOptions) {
    this.faults = options.faults ?? noFaults
    this.random = seeded(options.seed)
    this.arenas =
      options.arenas ?? Array.from({ length: 20 }, (_, at) => ({ name: `Machine ${firstArena + at}`, opdbId: null }))
    this.server.on('connection', (socket) => {
      this.tcp.add(socket)
      socket.once('close', () => this.tcp.delete(socket))
    })
    this.server.on('upgrade', (request, socket, head) => {
      if (this.isAway) return socket.destroy()
      this.sockets.handleUpgrade(request, socket, head, (client) => this.greet(client))
    })
  }

  async listen(): Promise<{ rest: string; socket: string }> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    const { port } = this.server.address() as AddressInfo
    return { rest: `http://127.0.0.1:${port}/api`, socket: `ws://127.0.0.1:${port}` }
  }

  close(): void {
    for (const client of this.sockets.clients) client.terminate()
    for (const socket of this.tcp) socket.destroy()
    this.server.close()
  }

  /** Cuts whoever listens; with `isAway` nobody comes back. */
  cut(code?: number): void {
    for (const client of this.sockets.clients) {
      if (code === undefined) client.terminate()
      else {
        client.close(code)
        // A client that leaves its side open is not waited for.
        setTimeout(() => client.terminate(), 100).unref()
      }
    }
  }

  get playerIds(): number[] {
    return Array.from({ length: this.options.players }, (_, at) => firstPlayer + at)
  }

  /** Begins the tournament. */
  start(): void {
    this.status = 'started'
    this.send('TournamentUpdated', this.info())
  }

  /** Draws the next round; only the round is announced. False when there is none any more. */
  startRound(): boolean {
    const playing = this.inPlay()
    if (
      playing.length < 2 ||
      (this.options.format !== 'knockout' && this.options.format !== 'double_bracket' && this.rounds.length >= 5)
    )
      return false
    const index = this.rounds.length
    const round: Round = {
      roundId: (this.nextId += 1),
      tournamentId,
      index,
      name: `Round ${index + 1}`,
      status: 'started',
    }
    this.rounds.push(round)
    const size = this.options.format === 'group_matchplay' ? 4 : 2
    const drawn = [...playing].sort(() => this.random() - 0.5)
    for (let at = 0, number = 0; at < drawn.length; at += size, number += 1) {
      const playerIds = drawn.slice(at, at + size)
      const isBye = playerIds.length === 1
      const unplayed = playerIds.map(() => null)
      this.games.push({
        gameId: (this.nextId += 1),
        roundId: round.roundId,
        tournamentId,
        index: number,
        status: isBye ? 'completed' : 'started',
        bye: isBye,
        arenaId: isBye ? null : firstArena + (number % this.arenas.length),
        startedAt: new Date().toISOString().replace('Z', '000Z'),
        playerIds,
        userIds: unplayed,
        resultPositions: isBye ? playerIds : unplayed,
        resultPoints: isBye ? ['1.00'] : unplayed,
      })
    }
    this.send('RoundCreatedOrUpdated', round)
    return true
  }

  /** Begins a game without a round, or of one that no answer has. */
  pair(playerIds: number[], arenaId: number, roundId = 0): Game {
    const unplayed = playerIds.map(() => null)
    const startedAt = new Date().toISOString().replace('Z', '000Z')
    const game: Game = {
      gameId: (this.nextId += 1),
      roundId,
      tournamentId,
      index: 0,
      status: 'started',
      bye: false,
      arenaId,
      startedAt,
      playerIds,
      userIds: unplayed,
      resultPositions: unplayed,
      resultPoints: unplayed,
    }
    this.games.push(game)
    this.sendGame(game)
    return game
  }

  /** Games that are being played. */
  get open(): Game[] {
    return this.games.filter(({ status }) => status === 'started')
  }

  /** Enters a result, or another one than before. */
  finish(game: Game): void {
    const order = [...game.playerIds].sort(() => this.random() - 0.5)
    game.status = 'completed'
    game.resultPositions = order
    game.resultPoints = game.playerIds.map((id) => this.pointsFor(order.indexOf(id), order.length))
    this.results.set(game.gameId, [...(this.results.get(game.gameId) ?? []), order.join(' ')])
    this.sendGame(game)
  }

  /** Takes a result back. */
  reopen(game: Game): void {
    game.status = 'started'
    game.resultPositions = game.playerIds.map(() => null)
    game.resultPoints = game.playerIds.map(() => null)
    this.sendGame(game)
  }

  /** Ends the newest round, whose index may be told one too high. */
  endRound(): void {
    const round = this.rounds.at(-1)!
    round.status = 'completed'
    this.send('RoundCreatedOrUpdated', { ...round, index: round.index + (this.random() < 0.5 ? 1 : 0) })
  }

  /** Deletes the newest round; nothing is said of its games. */
  deleteRound(): void {
    const [round] = this.rounds.splice(-1)
    for (const game of this.games.splice(0)) if (game.roundId !== round!.roundId) this.games.push(game)
    this.send('RoundsDeleted', { tournamentId, roundIds: [round!.roundId] })
  }

  /** Gives a player a strike, or takes a point, without a word. */
  adjust(playerId: number): void {
    this.adjusted.set(playerId, (this.adjusted.get(playerId) ?? 0) + 1)
  }

  /** A player joins the queue of an arena; who waits has to be asked. */
  join(playerId: number, arenaId: number): void {
    const queue = this.queues.get(arenaId) ?? []
    queue.push({ arenaId, playerId, createdAt: new Date(queue.length * 60_000).toISOString() })
    this.queues.set(arenaId, queue)
    this.send('QueueChanged', {})
  }

  /** Whoever is next there plays. */
  callNext(arenaId: number): void {
    const queue = this.queues.get(arenaId) ?? []
    if (queue.length <= 1) this.queues.delete(arenaId)
    queue.shift()
    this.send('QueueChanged', {})
  }

  /** A player leaves; who it is has to be asked. */
  leave(playerId: number): void {
    this.dropped.add(playerId)
    this.send('PlayersChanged', { tournamentId, playerIds: [playerId] })
  }

  end(isAnnounced: boolean): void {
    this.status = 'completed'
    if (isAnnounced) this.send('TournamentUpdated', this.info())
  }

  /** Sends what was kept back. */
  settle(): void {
    for (const { name, data } of this.later.splice(0)) this.deliver(name, data)
  }

  standings() {
    const rows = this.playerIds.map((playerId) => {
      const games = this.games.filter(
        ({ status, bye, playerIds }) => status === 'completed' && !bye && playerIds.includes(playerId),
      )
      const points = games.reduce(
        (sum, { playerIds, resultPoints }) => sum + Number(resultPoints[playerIds.indexOf(playerId)] ?? 0),
        0,
      )
      const strikes =
        games.filter(({ resultPositions }) => resultPositions.at(-1) === playerId).length +
        (this.adjusted.get(playerId) ?? 0)
      return { playerId, points, strikes, gamesPlayed: games.length }
    })
    const worth = ({ points, strikes }: (typeof rows)[number]) =>
      this.options.format === 'knockout' ? -strikes : points
    return rows
      .map((row) => ({
        playerId: row.playerId,
        position: 1 + rows.filter((other) => worth(other) > worth(row)).length,
        points: row.points.toFixed(2),
        strikeCount: this.options.format === 'knockout' ? row.strikes : null,
        gamesPlayed: row.gamesPlayed,
      }))
      .sort((one, other) => one.position - other.position)
  }

  private get hasOwnGames(): boolean {
    return this.options.format === 'frenzy' || this.options.format === 'max_matchplay'
  }

  private inPlay(): number[] {
    const out = new Set(this.dropped)
    if (this.options.format === 'knockout')
      for (const { playerId, strikeCount } of this.standings()) if ((strikeCount ?? 0) >= strikesOut) out.add(playerId)
    if (this.options.format === 'double_bracket') {
      for (const id of this.playerIds)
        if (
          this.games.filter(
            ({ resultPositions, bye }) => !bye && resultPositions.length > 1 && resultPositions.at(-1) === id,
          ).length >= 2
        )
          out.add(id)
    }
    return this.playerIds.filter((id) => !out.has(id))
  }

  private pointsFor(place: number, players: number): string {
    const points = this.options.format === 'group_matchplay' ? ifpa[players - 1]![place]! : place === 0 ? 1 : 0
    return points.toFixed(2)
  }

  info(): object {
    const { format } = this.options
    return {
      tournamentId,
      name: 'Tuesday Flip Off',
      type: format,
      status: this.status,
      useQueues: format === 'best_game',
      ...(format === 'knockout' && { knockoutStrikeCount: strikesOut }),
      pointsMap:
        format === 'group_matchplay' ? { 1: ifpa[0], 2: ifpa[1], 3: ifpa[2], 4: ifpa[3] } : { 1: [1], 2: [1, 0] },
    }
  }

  private sendGame(game: Game) {
    this.send('GameCreatedOrUpdated', { ...game, arena: game.arenaId === null ? null : this.arena(game.arenaId) })
  }

  /** Says something on the channel, with what goes wrong. */
  private send(name: string, given: object) {
    // As it is now: what is sent late says what was.
    const data = structuredClone(given)
    if (this.random() < this.faults.cut) this.cut()
    if (this.random() < this.faults.lost) return
    if (this.random() < this.faults.swapped) return void this.later.push({ name, data })
    this.deliver(name, data)
    for (const late of this.later.splice(0)) this.deliver(late.name, late.data)
    if (this.random() < this.faults.repeated) this.later.push({ name, data })
  }

  private deliver(name: string, data: object) {
    const payload = this.random() < 0.5 ? JSON.stringify(data) : data
    for (const client of this.sockets.clients)
      client.send(
        JSON.stringify({ event: `App\\Events\\${name}`, channel: `tournaments.${tournamentId}`, data: payload }),
      )
  }

  private greet(client: WebSocket) {
    client.send(
      JSON.stringify({
        event: 'pusher:connection_established',
        data: JSON.stringify({ socket_id: '1.2', activity_timeout: 30 }),
      }),
    )
    client.on('message', (bytes: Buffer) => {
      const { event, data } = JSON.parse(bytes.toString()) as { event: string; data?: { channel?: string } }
      if (event === 'pusher:subscribe')
        client.send(
          JSON.stringify({ event: 'pusher_internal:subscription_succeeded', channel: data?.channel, data: '{}' }),
        )
      if (event === 'pusher:ping') client.send(JSON.stringify({ event: 'pusher:pong', data: null }))
    })
  }

  private async answer(url: string, token: string | undefined, response: ServerResponse) {
    const { pathname, searchParams } = new URL(url, 'http://fake')
    this.calls.push(pathname.replace(`/api/tournaments/${tournamentId}`, '') || '/')
    this.tokens.push(token)
    if (this.refuses) return void response.writeHead(this.refuses).end('{}')
    if (this.isAway || this.random() < this.faults.failed)
      return void response.writeHead(this.isAway ? 503 : 500).end('{}')
    if (this.queuesAnswer && pathname.endsWith('/queues'))
      return void response
        .writeHead(this.queuesAnswer.status, { 'content-type': 'application/json' })
        .end(this.queuesAnswer.text)
    // Made now, and on its way while other things happen.
    const text = JSON.stringify(this.body(pathname, searchParams))
    if (this.random() < this.faults.slow) await new Promise((resolve) => setTimeout(resolve, 40))
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  }

  private body(pathname: string, query: URLSearchParams): unknown {
    const listed = (name: string) => (query.get(name) ?? '').split(',').map(Number)
    switch (pathname.replace(`/api/tournaments/${tournamentId}`, '')) {
      case '':
        return {
          data: {
            ...this.info(),
            pointsMap: this.options.format === 'group_matchplay' ? ifpa : [[1], [1, 0]],
            players: this.playerIds.map((id) => this.player(id)),
            arenas: [],
          },
        }
      case '/rounds':
        return { data: this.rounds }
      case '/games':
        return { data: this.hasOwnGames ? [] : this.games }
      case this.hasOwnGames ? `/${this.options.format.replace('_', '-')}` : undefined:
        return { games: this.open, queue: [] }
      case '/queues':
        // Each the wrong way round: the order of an answer says nothing. Without any, as PHP writes an empty one.
        return {
          data:
            this.queues.size === 0
              ? []
              : Object.fromEntries([...this.queues].map(([arenaId, waiting]) => [arenaId, [...waiting].reverse()])),
        }
      case '/standings':
        return this.standings()
      case '/players/resolve-unknown':
        return { data: listed('players').map((id) => this.player(id)) }
      case '/arenas/resolve-unknown':
        return { data: listed('arenas').map((id) => this.arena(id)) }
      default:
        return {}
    }
  }

  private player(playerId: number) {
    const tournamentPlayer = {
      status: this.dropped.has(playerId) ? 'inactive' : 'active',
      seed: 1,
      pointsAdjustment: this.adjusted.get(playerId) ?? 0,
    }
    return {
      playerId,
      name: this.options.names?.[playerId - firstPlayer] ?? `Player ${playerId}`,
      status: 'active',
      claimedBy: null,
      tournamentPlayer,
    }
  }

  private arena(arenaId: number) {
    return { arenaId, ...this.arenas[arenaId - firstArena]!, status: 'active', categoryId: 3, organizerId: 1 }
  }
}
