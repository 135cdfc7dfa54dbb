import { liveName } from '@multiball/shared/schema'
import type { BoardAddress, SharedSocket, SocketLike } from './socket'

/** Messages begin with their type and the name of their board. */
const nameIn = /^[^[]{0,80}?"name":"([a-z]+:\d{1,15}:scores)"/

const abnormal = 1006

/**
 * One socket for all boards of a page. To each board it looks like a socket of its own: it opens, hears what is of its
 * board, and closes when the shared one does. The last board to go closes it.
 * @param open opens the shared socket
 * @param openOwn opens a socket for one board: of one that is watched already, with another key
 */
export function createSharedSocket(
  open: () => SocketLike,
  openOwn: (address: BoardAddress) => SocketLike,
): (address: BoardAddress) => SocketLike {
  const subscriptions = new Map<string, SocketLike>()
  let connection: SocketLike | undefined
  let isOpen = false

  function ended(code: number, reason?: string) {
    connection = undefined
    isOpen = false
    const left = [...subscriptions.values()]
    subscriptions.clear()
    for (const subscription of left) subscription.onclose?.({ code, reason })
  }

  function start() {
    const socket = open()
    connection = socket
    socket.onopen = () => {
      isOpen = true
      if (subscriptions.size === 0) return finish()
      for (const subscription of [...subscriptions.values()]) subscription.onopen?.(undefined as never)
    }
    socket.onmessage = ({ data }) => {
      const [, name = ''] = (typeof data === 'string' && nameIn.exec(data)) || []
      subscriptions.get(name)?.onmessage?.({ data })
    }
    socket.onclose = ({ code, reason }) => ended(code, reason)
    socket.onerror = () => {}
  }

  function finish() {
    const last = connection
    if (!last) return
    last.onopen = last.onmessage = last.onclose = null
    connection = undefined
    isOpen = false
    last.close()
  }

  function close(name: string, subscription: SocketLike) {
    // Another one may have this name by now.
    if (subscriptions.get(name) !== subscription) return
    subscriptions.delete(name)
    // One that is on its way is closed when it has come: browsers complain of less in the page's console.
    if (!isOpen) return
    if (subscriptions.size === 0) return finish()
    connection?.send(JSON.stringify({ type: 'LEAVE_SCORES', name }))
  }

  /** A connection that is dead for one board, or never opens, is so for all of them. */
  function lose(name: string, subscription: SocketLike) {
    if (subscriptions.get(name) !== subscription) return
    finish()
    ended(abnormal)
  }

  return (address) => {
    const name = liveName(address.type, address.id)
    if (subscriptions.has(name)) return openOwn(address)
    const subscription: SharedSocket = {
      onopen: null,
      onmessage: null,
      onclose: null,
      onerror: null,
      send: (text) => connection?.send(text),
      close: () => close(name, subscription),
      lose: () => lose(name, subscription),
    }
    subscriptions.set(name, subscription)
    // As with a real one, nothing happens before whoever asked has it.
    queueMicrotask(() => {
      if (subscriptions.get(name) !== subscription) return
      try {
        if (!connection) start()
        else if (isOpen) subscription.onopen?.(undefined as never)
      } catch {
        // An address that the browser refuses to connect to.
        ended(abnormal)
      }
    })
    return subscription
  }
}
