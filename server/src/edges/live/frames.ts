import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { constants, deflateRawSync } from 'node:zlib'
import type { WebSocket } from 'ws'
import type { CachedAnswer } from '../../ground/http/answerCache'
import type { Shown } from './sources/boardSource'

/*
 * A state as bytes, made once and the same for every viewer: the frame that sockets are sent, and the answers of /scores/
 * and /bootstrap/. Each is made when it is first asked for.
 */

/** Where states are counted: an epoch for the life of this process, and one rising number for all boards. */
export class Counter {
  private last = 0

  constructor(readonly epoch: string) {}

  next(): number {
    this.last += 1
    return this.last
  }
}

/** The same text for the same settings, in every process. */
const configOf = (settingsJson: string) => createHash('sha256').update(settingsJson).digest('base64url').slice(0, 10)

/** The newest state of a board, as one audience sees it. */
export class Channel {
  seq = 0
  private taken: Shown | undefined
  private settingsJson = ''
  private bodyJson = ''
  private config = ''
  private framed: Buffer | undefined
  private deflated: Buffer | undefined
  private traceparent: string | undefined
  private scores: CachedAnswer | undefined
  private bootstrap: CachedAnswer | undefined
  private players: ReadonlySet<number> | undefined

  /** @param epoch to a viewer, states of another epoch are newer than those it saw */
  constructor(
    private readonly name: string,
    private readonly epoch: string,
    private readonly counter: Counter,
  ) {}

  /** Undefined before the first state. */
  get shown(): Shown | undefined {
    return this.taken
  }

  /** About how large its newest state is. */
  get bytes(): number {
    return this.bodyJson.length
  }

  /** Takes the newest state. One that says the same as the last is not a new one. */
  take(shown: Shown): void {
    const settingsJson = shown.settings === this.taken?.settings ? this.settingsJson : JSON.stringify(shown.settings)
    const bodyJson = JSON.stringify(shown.body)
    this.taken = shown
    if (this.seq > 0 && bodyJson === this.bodyJson && settingsJson === this.settingsJson) return
    if (settingsJson !== this.settingsJson) this.config = configOf(shown.fixed ? JSON.stringify(shown.fixed) : settingsJson)
    this.settingsJson = settingsJson
    this.bodyJson = bodyJson
    this.renew()
  }

  /** Counts what is shown as a new state. */
  renew(): void {
    this.seq = this.counter.next()
    this.framed = this.deflated = this.scores = this.bootstrap = this.players = this.traceparent = undefined
  }

  /** Whether it names this user. */
  shows(userId: number): boolean {
    return (this.players ??= playersIn(this.taken?.body)).has(userId)
  }

  /** Says in this state's frames which trace they are of. */
  follow(traceparent: string): void {
    this.traceparent = traceparent
    this.framed = this.deflated = undefined
  }

  /** What sockets are sent. */
  frame(): Buffer {
    return (this.framed ??= textFrame(this.messageJson()))
  }

  /** The same for those that read compressed messages. */
  deflatedFrame(): Buffer {
    return (this.deflated ??= deflatedFrame(this.messageJson()))
  }

  scoresAnswer(): CachedAnswer {
    return (this.scores ??= { bytes: Buffer.from(`{${this.stateJson()}}`), etag: `"${this.epoch}-${this.seq}"` })
  }

  bootstrapAnswer(): CachedAnswer {
    return (this.bootstrap ??= {
      bytes: Buffer.from(`${this.settingsJson.slice(0, -1)},"scores":{${this.stateJson()}}}`),
      etag: `"${this.epoch}-${this.seq}"`,
    })
  }

  private messageJson() {
    const trace = this.traceparent === undefined ? '' : `,"traceparent":"${this.traceparent}"`
    return `{"type":"SCORES","name":"${this.name}",${this.stateJson()}${trace}}`
  }

  private stateJson() {
    return `${this.bodyJson.slice(1, -1)},"epoch":"${this.epoch}","seq":${this.seq},"config":"${this.config}"`
  }
}

/** The users that a state names, wherever in it: `player` beside a score. */
function playersIn(body: unknown, found = new Set<number>()): Set<number> {
  if (typeof body !== 'object' || body === null) return found
  for (const [name, value] of Object.entries(body)) {
    if (name === 'player' && typeof (value as { id?: unknown } | null)?.id === 'number') found.add((value as { id: number }).id)
    else playersIn(value, found)
  }
  return found
}

const [isText, isPing, isCompressed] = [0x81, 0x89, 0x40]

/** A message in one unmasked frame (RFC 6455, 5.2). Our own, since ws frames a message again for every socket. */
export const textFrame = (text: string): Buffer => frameOf(Buffer.from(text), isText)

/** The same, compressed by itself (RFC 7692, 7.2.1), so that everyone who agreed to that can read it. */
export function deflatedFrame(text: string): Buffer {
  const deflated = deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH })
  // The empty block at the end is left out.
  return frameOf(deflated.subarray(0, -4), isText | isCompressed)
}

function frameOf(payload: Buffer, kind: number): Buffer {
  const { length } = payload
  if (length < 126) return Buffer.concat([Buffer.from([kind, length]), payload])
  const head = Buffer.alloc(length < 65_536 ? 4 : 10)
  head[0] = kind
  head[1] = length < 65_536 ? 126 : 127
  if (length < 65_536) head.writeUInt16BE(length, 2)
  else head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, payload])
}

/** Gives back what ws keeps to read a socket's next compressed message: viewers hardly send any, and it is several times what they cost else. */
export function releaseInflate(socket: WebSocket): void {
  const { _extensions: extensions } = socket as unknown as { _extensions?: Record<string, { cleanup(): void } | undefined> }
  extensions?.['permessage-deflate']?.cleanup()
}

/** A ping that says nothing. */
export const pingFrame = Buffer.from([isPing, 0])

/** The descriptor of a plain TCP connection; undefined where there is none to write to (TLS, Windows). */
function descriptorOf(stream: Duplex): number | undefined {
  const { _handle: handle, encrypted } = stream as { _handle?: { fd?: number }; encrypted?: boolean }
  // Asked for once: it is a getter of the engine's, and this is done for every viewer.
  const descriptor = handle?.fd ?? -1
  return descriptor >= 0 && !encrypted ? descriptor : undefined
}

/**
 * Writes a frame to the stream of an open socket, straight to its descriptor while nothing is queued: what a stream does
 * around a write is a twentieth to a tenth of what a fan-out costs. What the kernel does not take at once goes through the
 * stream.
 */
export function writeFrame(stream: Duplex, frame: Buffer): void {
  const descriptor = stream.writableLength === 0 ? descriptorOf(stream) : undefined
  if (descriptor === undefined) return void stream.write(frame)
  let written = 0
  try {
    written = writeSync(descriptor, frame)
  } catch {
    // Full or broken: the stream queues the frame, or reports the error.
  }
  if (written < frame.length) stream.write(frame.subarray(written))
}
