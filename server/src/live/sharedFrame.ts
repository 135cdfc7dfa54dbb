import { writeSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import * as ws from 'ws'
import type { WebSocket } from 'ws'

interface FrameOptions {
  fin: boolean
  opcode: number
  mask: boolean
  readOnly: boolean
  rsv1: boolean
}

/** An inner part of ws (its version is pinned, sharedFrame.test.ts holds the contract); undefined should it go away. */
const frameOf = (ws as unknown as { Sender?: { frame?(data: Buffer, options: FrameOptions): Buffer[] } }).Sender?.frame

const opcodes = { text: 1, ping: 9 }

/** One message for many sockets. */
export interface SharedMessage {
  text: Buffer
  /** the text as it goes over the wire, made once; undefined when ws does not let us */
  frame: Buffer | undefined
}

const framed = (data: Buffer, opcode: number): Buffer | undefined =>
  frameOf && Buffer.concat(frameOf(data, { fin: true, opcode, mask: false, readOnly: true, rsv1: false }))

/** Makes the bytes that every socket is sent. */
export function sharedMessage(json: string, useFrames = true): SharedMessage {
  const text = Buffer.from(json)
  return { text, frame: useFrames ? framed(text, opcodes.text) : undefined }
}

const pingFrame = framed(Buffer.alloc(0), opcodes.ping)

/** The descriptor of a plain TCP connection; undefined where there is none to write to (TLS, Windows). */
function descriptorOf(connection: Duplex): number | undefined {
  const { _handle: handle, encrypted } = connection as { _handle?: { fd?: number }; encrypted?: boolean }
  return handle?.fd !== undefined && handle.fd >= 0 && !encrypted ? handle.fd : undefined
}

/**
 * Writes to a connection, straight to its descriptor while nothing waits before: what a stream does around a write
 * costs as much as the kernel's part of it. Whatever the kernel does not take at once goes the stream's way.
 */
function writeThrough(connection: Duplex, bytes: Buffer): void {
  const descriptor = connection.writableLength === 0 ? descriptorOf(connection) : undefined
  if (descriptor === undefined) return void connection.write(bytes)
  let written = 0
  try {
    written = writeSync(descriptor, bytes)
  } catch {
    // Full, or broken: the stream waits, or tells of it, as always.
  }
  if (written < bytes.length) connection.write(bytes.subarray(written))
}

/** Sends to one socket: the shared bytes straight to its connection, or the way of ws. The socket must be open. */
export function sendShared(socket: WebSocket, connection: Duplex, { frame, text }: SharedMessage): void {
  if (frame) writeThrough(connection, frame)
  else socket.send(text, { binary: false })
}

/** Pings one socket. The socket must be open. */
export function sendPing(socket: WebSocket, connection: Duplex): void {
  if (pingFrame) connection.write(pingFrame)
  else socket.ping()
}
