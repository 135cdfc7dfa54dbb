import Pusher from 'pusher-js'
import type { SocketHandlers } from './follow'

interface PusherOptions {
  /** such as wss://ws.app.matchplay.events */
  url: string
  key: string
  channel: string
  log: (line: string) => void
}

/** Listens to one channel of a Pusher server, and connects again as the server's close codes ask. */
export function connectPusher(
  { url, key, channel, log }: PusherOptions,
  { onOpen, onClosed, onEvent }: SocketHandlers,
): { close(): void } {
  const { protocol, hostname, port } = new URL(url)
  const isSecure = protocol === 'wss:' || protocol === 'https:'
  const pusher = new Pusher(key, {
    cluster: '',
    wsHost: hostname,
    wsPort: Number(port || 80),
    wssPort: Number(port || 443),
    forceTLS: isSecure,
    enableStats: false,
    enabledTransports: isSecure ? ['wss'] : ['ws'],
    // Silent for so long: asks whether it is still there.
    activityTimeout: 30_000,
    pongTimeout: 10_000,
  })
  const listening = pusher.subscribe(channel)
  listening.bind('pusher:subscription_succeeded', onOpen)
  listening.bind_global((name: string, data: unknown) => {
    if (!name.startsWith('pusher')) onEvent(name, data)
  })
  const changed = ({ current }: { current: string }) => {
    if (current === 'connected') return
    onClosed()
    // The server refuses this client: following goes on by calls alone.
    if (current === 'failed' || current === 'disconnected')
      log('Match Play’s socket refuses the connection: following by calls alone.')
  }
  pusher.connection.bind('state_change', changed)
  return {
    close() {
      pusher.connection.unbind('state_change', changed)
      pusher.disconnect()
    },
  }
}
