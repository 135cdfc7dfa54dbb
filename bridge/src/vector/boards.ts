import path from 'node:path'
import { mostFoundMachines } from '@multiball/shared/schema'
import { Outbox } from '../outbox'
import { Sender } from '../sender'
import type { FoundMachine } from '../signOn/signOn'
import { VectorBoard } from './board'
import { askBoard } from './askBoard'
import { KnownBoards } from './knownBoards'
import { idPath, readId, readNames, readPacket, readStatus, statusPath } from './packet'
import { Sources } from './sources'

interface VectorBoardsOptions {
  /** such as https://boards.example */
  server: string
  /** where what could not be sent waits, a file for each board */
  folder: string
  /** a board was found, or says its name */
  onFound: () => void
  log: (line: string) => void
  /** takes a request to the server, or to a board */
  request?: typeof fetch
  /** resolves after so many ms, or when the signal aborts */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** ms since 1970 */
  now?: () => number
}

interface Heard {
  address: string
  /** of the board itself, ms since 1970 */
  at: number
  /** when it broadcast a game last, ms since 1970 */
  spokeAt: number
}

/** What said that it is there, and has broadcast no game for a while. */
interface Silent {
  /** who it is, while it answers */
  id: string | undefined
  /** when it is asked again; never while it has not answered */
  askAt: number
}

interface Followed {
  token: string
  board: VectorBoard
  sender: Sender
}

/** Another address that speaks for a board is believed once its own has been silent for so long. */
const movesAfterMs = 30_000
/** A board that is on answers when it is asked, every minute. */
const presentForMs = 3 * 60_000
const forgottenAfterMs = 86_400_000
/** One that has got newer software does not broadcast any more. */
const speaksForMs = 10 * 60_000
const askEveryMs = 1_000
/** The owner is about to accept it. */
const askFoundEveryMs = 5_000
const askMissingEveryMs = 10_000

/** The boards of a network: those that were heard, and the games of those that were accepted. */
export class VectorBoards {
  private readonly heard = new Map<string, Heard>()
  private readonly names = new Map<string, string>()
  /** by address */
  private readonly silent = new Map<string, Silent>()
  private readonly known: KnownBoards
  private readonly followed = new Map<string, Followed>()
  private readonly stopping: Promise<void>[] = []
  private readonly sources: Sources
  private readonly now: () => number
  private isFull = false

  constructor(private readonly options: VectorBoardsOptions) {
    this.now = options.now ?? Date.now
    this.sources = new Sources(this.now)
    this.known = new KnownBoards(path.join(options.folder, 'multiball-vector-boards.json'))
    for (const [id, { address, name }] of this.known.all) {
      this.heard.set(id, { address, at: Number.NEGATIVE_INFINITY, spokeAt: Number.NEGATIVE_INFINITY })
      if (name !== undefined) this.names.set(address, name)
      this.silent.set(address, { id: undefined, askAt: this.now() })
    }
  }

  /** What the owner is told; names of boards are theirs to choose. */
  get found(): FoundMachine[] {
    return [...this.heard].map(([id, { address }]) => ({
      id,
      name: this.names.get(address) ?? `Vector board ${id}`,
      address,
    }))
  }

  /** The addresses of all boards. */
  get addresses(): string[] {
    return [...new Set([...this.heard.values()].map(({ address }) => address))]
  }

  /** Something came to the port of games. */
  hear(bytes: Buffer, address: string): void {
    if (!this.sources.admit(address)) return
    const packet = readPacket(bytes)
    if (!packet || !this.isItself(packet.id, address)) return
    this.heard.get(packet.id)!.spokeAt = this.now()
    this.silent.delete(address)
    this.followed.get(packet.id)?.board.take(packet)
  }

  /** Something came to the port of names. */
  hearName(bytes: Buffer, address: string): void {
    if (!this.sources.admit(address)) return
    const now = this.now()
    const here = this.at(address)
    for (const heard of here) heard.at = now
    const isSilent = here.every(({ spokeAt }) => now - spokeAt >= speaksForMs)
    if (isSilent && !this.silent.has(address) && this.silent.size < mostFoundMachines)
      this.silent.set(address, { id: undefined, askAt: now })
    for (const { address: of, name } of readNames(bytes)) {
      const place = of || address
      if (this.names.get(place) === name) continue
      if (this.names.size >= mostFoundMachines && !this.names.has(place)) return
      this.names.set(place, name)
      if (this.addresses.includes(place)) this.options.onFound()
    }
  }

  /** Follows these boards under their tokens, and no others. */
  accept(tokens: ReadonlyMap<string, string>): void {
    for (const [id, { token }] of this.followed) if (tokens.get(id) !== token) this.leave(id)
    for (const [id, token] of tokens) if (!this.followed.has(id)) this.follow(id, token)
    this.known.keep(
      [...this.heard].flatMap(([id, { address }]) =>
        tokens.has(id) ? [[id, { address, name: this.names.get(address) }]] : [],
      ),
    )
  }

  /** Asks boards that broadcast no games, each when it is its turn. Resolves once all have answered, or have not. */
  async ask(): Promise<void> {
    const due = [...this.silent].filter(([, { askAt }]) => askAt <= this.now())
    await Promise.all(due.map(([address, board]) => this.askOne(address, board)))
  }

  async stop(): Promise<void> {
    for (const id of [...this.followed.keys()]) this.leave(id)
    await Promise.all(this.stopping)
  }

  private at(address: string): Heard[] {
    return [...this.heard.values()].filter((heard) => heard.address === address)
  }

  private async askOne(address: string, board: Silent) {
    const ask = (place: string) => askBoard(address, place, this.options.request)
    board.askAt = Number.POSITIVE_INFINITY
    try {
      const id = (board.id ??= readId(await ask(idPath)))
      const packet = this.followed.has(id) ? readStatus(id, await ask(statusPath)) : undefined
      // What it has broadcast by now is newer.
      if (this.silent.get(address) !== board) return
      if (this.isItself(id, address) && packet) this.followed.get(id)?.board.take(packet)
      if (!packet) board.id = undefined
      board.askAt = this.now() + (packet ? askEveryMs : askFoundEveryMs)
    } catch {
      // Another board may have its address by now.
      board.id = undefined
      board.askAt = this.now() + askMissingEveryMs
      // What is no board is asked again when it says once more that it is there.
      if (this.at(address).length === 0) this.silent.delete(address)
    }
  }

  /** Whether the board itself speaks, not another address in its name. A board that was never heard is found with this. */
  private isItself(id: string, address: string): boolean {
    const now = this.now()
    const known = this.heard.get(id)
    if (known && known.address !== address && now - known.at < movesAfterMs) return false
    if (known && known.address === address) {
      known.at = now
      return true
    }
    if (!known && !this.makeRoom(now, id)) return false
    this.heard.set(id, { address, at: now, spokeAt: Number.NEGATIVE_INFINITY })
    this.options.log(known ? `Board ${id} is at ${address} now.` : `Found board ${id} at ${address}.`)
    this.options.onFound()
    return true
  }

  private makeRoom(now: number, id: string): boolean {
    if (this.heard.size < mostFoundMachines) return true
    for (const [other, { at }] of this.heard)
      if (!this.followed.has(other) && (now - at >= forgottenAfterMs || this.followed.has(id))) {
        this.heard.delete(other)
        return true
      }
    if (!this.isFull) this.options.log(`There are more than ${mostFoundMachines} boards; the others are not followed.`)
    this.isFull = true
    return false
  }

  private follow(id: string, token: string) {
    const { server, folder, log, request, pause } = this.options
    const say = (line: string) => log(`${this.names.get(this.heard.get(id)?.address ?? '') ?? id}: ${line}`)
    const isPresent = () => this.now() - (this.heard.get(id)?.at ?? 0) < presentForMs
    let outbox: Outbox
    try {
      outbox = new Outbox(path.join(folder, `multiball-queue-${id}.json`), say)
    } catch (error) {
      return say((error as Error).message)
    }
    const board = new VectorBoard({ outbox, onChange: () => sender.nudge(), isPresent, now: this.now })
    const sender = new Sender(outbox, {
      server,
      deviceKey: token,
      whenUnknown: 'The server does not know this board any more. Scores wait until its owner accepts it again.',
      isPlayed: () => board.isPlayed,
      log: say,
      request,
      pause,
    })
    sender.start()
    this.followed.set(id, { token, board, sender })
    say('Its games are shown.')
  }

  private leave(id: string) {
    const followed = this.followed.get(id)
    if (!followed) return
    this.followed.delete(id)
    this.stopping.push(followed.sender.stop())
  }
}
