/** The part of a WebSocket that is used. */
export interface SocketLike {
  send(text: string): void
  close(): void
  onopen: ((event: never) => unknown) | null
  onmessage: ((event: { data: unknown }) => unknown) | null
  onclose: ((event: { code: number }) => unknown) | null
  onerror: ((event: never) => unknown) | null
}

export interface SocketEvents {
  opened(): void
  heard(text: string): void
  /** once, and only when the connection ended by itself */
  closed(code: number): void
}

/**
 * One connection, never a second: it says hello when it opens, tells what it hears and that it ended.
 * A plain WebSocket and no reconnecting wrapper: when to poll and when to come back is this product's
 * own rule (schedule.ts), so the wrapper's would only have to be switched off.
 * @param hello text that is sent when the connection opens
 * @returns ends the connection; nothing is told afterwards
 */
export function connect(open: () => SocketLike, hello: string, events: SocketEvents): () => void {
  let socket: SocketLike
  try {
    socket = open()
  } catch {
    // An address that the browser refuses to connect to.
    events.closed(1006)
    return () => {}
  }
  const release = () => {
    socket.onopen = socket.onmessage = socket.onclose = null
    // Closing a socket that never opened makes it report an error.
    socket.onerror = () => {}
  }
  socket.onopen = () => {
    socket.send(hello)
    events.opened()
  }
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') events.heard(data)
  }
  socket.onclose = ({ code }) => {
    release()
    events.closed(code)
  }
  return () => {
    release()
    socket.close()
  }
}
