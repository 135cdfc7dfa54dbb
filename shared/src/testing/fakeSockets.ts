import type { SocketLike } from '@multiball/shared/live'

/** A socket that connects to nothing: a test opens it, speaks over it and ends it. */
export class FakeSocket implements SocketLike {
  /** what the page sent, parsed */
  readonly sent: unknown[] = []
  /** closed by the page */
  ended = false
  onopen: SocketLike['onopen'] = null
  onmessage: SocketLike['onmessage'] = null
  onclose: SocketLike['onclose'] = null
  onerror: SocketLike['onerror'] = null

  constructor(readonly address = '') {}

  send(text: string) {
    this.sent.push(JSON.parse(text))
  }

  close() {
    this.ended = true
  }

  /** The server takes the connection. */
  accept() {
    this.onopen?.(undefined as never)
  }

  /** The server says something: an object as JSON, text as it is. */
  say(message: unknown) {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) })
  }

  /** The connection ends without the page's doing. */
  fail(code = 1006, reason = '') {
    this.onclose?.({ code, reason })
  }
}

/** The sockets that a page opened in the test that is running. */
export class FakeSockets {
  /** oldest first */
  readonly opened: FakeSocket[] = []

  get last(): FakeSocket {
    const last = this.opened.at(-1)
    if (!last) throw new Error('No socket was opened')
    return last
  }

  /** those that the page has not closed */
  get open(): FakeSocket[] {
    return this.opened.filter(({ ended }) => !ended)
  }
}

/** Gives each test of a file sockets that connect to nothing, in place of the browser's. Called beside the tests. */
export function fakeSockets(): FakeSockets {
  const sockets = new FakeSockets()
  const real = globalThis.WebSocket
  beforeEach(() => {
    sockets.opened.length = 0
    globalThis.WebSocket = class extends FakeSocket {
      constructor(address: string) {
        super(address)
        sockets.opened.push(this)
      }
    } as unknown as typeof WebSocket
  })
  afterEach(() => {
    globalThis.WebSocket = real
  })
  return sockets
}
