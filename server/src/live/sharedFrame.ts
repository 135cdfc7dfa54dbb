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

/** Sends to one socket: the shared bytes straight to its connection, or the way of ws. The socket must be open. */
export function sendShared(socket: WebSocket, connection: Duplex, { frame, text }: SharedMessage): void {
  if (frame) connection.write(frame)
  else socket.send(text, { binary: false })
}

/** Pings one socket. The socket must be open. */
export function sendPing(socket: WebSocket, connection: Duplex): void {
  if (pingFrame) connection.write(pingFrame)
  else socket.ping()
}
