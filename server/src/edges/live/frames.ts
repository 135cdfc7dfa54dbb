import { writeSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { constants, deflateRawSync } from 'node:zlib'
import type { WebSocket } from 'ws'

/* Frames of websockets, and how they are written. Our own, since ws frames a message again for every socket. */

/** The first byte of a frame: the whole of a message of this type. */
const firstByte = { text: 0x81, ping: 0x89 }
const compressedBit = 0x40

/** A message in one unmasked frame (RFC 6455, 5.2). */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const frame = emptyFrame(length, firstByte.text)
  frame.write(text, frame.length - length)
  return frame
}

/** The same, compressed by itself (RFC 7692, 7.2.1), so that everyone who agreed to that can read it. */
export function deflatedFrame(text: string): Buffer {
  // The empty block at the end is left out.
  const deflated = deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4)
  const frame = emptyFrame(deflated.length, firstByte.text | compressedBit)
  frame.set(deflated, frame.length - deflated.length)
  return frame
}

/** A frame with room at its end for a payload of so many bytes. */
function emptyFrame(length: number, first: number): Buffer {
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = first
  frame[1] = head === 2 ? length : head === 4 ? 126 : 127
  if (head === 4) frame.writeUInt16BE(length, 2)
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  return frame
}

/** Gives back what ws keeps to read a socket's next compressed message: viewers hardly send any, and it is several times what they cost else. */
export function releaseInflate(socket: WebSocket): void {
  const { _extensions: extensions } = socket as unknown as {
    _extensions?: Record<string, { cleanup(): void } | undefined>
  }
  extensions?.['permessage-deflate']?.cleanup()
}

/** A ping that says nothing. */
export const pingFrame = Buffer.from([firstByte.ping, 0])

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
