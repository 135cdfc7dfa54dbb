import { liveName } from '@multiball/shared/schema'
import type { BoardAddress } from './address'
import type { SocketLike } from './socket'

/** Messages begin with their type and the name of their board. */
const nameIn = /^[^[]{0,80}?"name":"([a-z]+:\d{1,15}:scores)"/

const abnormal = 1006

/**
 * One socket for all boards of a page. To each board it looks like a socket of its own: it opens, hears what is of its
 * board, and closes when the shared one does. The last board to go closes it.
 * @param open opens the shared socket
 * @param openOwn opens a socket for one board: of one that is watched already, with another key
 */
export function createSharedSocket(open: () => SocketLike, openOwn: (address: BoardAddress) => SocketLike): (address: BoardAddress) => SocketLike {
  const riders = new Map<string, SocketLike>()
  let carrier: SocketLike | undefined
  let isOpen = false

  function ended(code: number) {
    carrier = undefined
    isOpen = false
    const left = [...riders.values()]
    riders.clear()
    for (const rider of left) rider.onclose?.({ code })
  }

  function start() {
    const socket = open()
    carrier = socket
    socket.onopen = () => {
      isOpen = true
      if (riders.size === 0) return finish()
      for (const rider of [...riders.values()]) rider.onopen?.(undefined as never)
    }
    socket.onmessage = ({ data }) => {
      const [, name = ''] = (typeof data === 'string' && nameIn.exec(data)) || []
      riders.get(name)?.onmessage?.({ data })
    }
    socket.onclose = ({ code }) => ended(code)
    socket.onerror = () => {}
  }

  function finish() {
    const last = carrier
    if (!last) return
    last.onopen = last.onmessage = last.onclose = null
    carrier = undefined
    isOpen = false
    last.close()
  }

  function close(name: string, rider: SocketLike) {
    // Another one may ride under this name by now.
    if (riders.get(name) !== rider) return
    riders.delete(name)
    // One that is on its way is closed when it has come: browsers complain of less in the page's console.
    if (!isOpen) return
    if (riders.size === 0) return finish()
    carrier?.send(JSON.stringify({ type: 'LEAVE_SCORES', name }))
  }

  return (address) => {
    const name = liveName(address.type, address.id)
    if (riders.has(name)) return openOwn(address)
    const rider: SocketLike = {
      onopen: null,
      onmessage: null,
      onclose: null,
      onerror: null,
      send: (text) => carrier?.send(text),
      close: () => close(name, rider),
    }
    riders.set(name, rider)
    // As with a real one, nothing happens before whoever asked has it.
    queueMicrotask(() => {
      if (riders.get(name) !== rider) return
      try {
        if (!carrier) start()
        else if (isOpen) rider.onopen?.(undefined as never)
      } catch {
        // An address that the browser refuses to connect to.
        ended(abnormal)
      }
    })
    return rider
  }
}
