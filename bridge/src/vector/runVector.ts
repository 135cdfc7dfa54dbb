import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'
import { once } from 'node:events'
import { askNames } from './packet'
import { VectorBoards } from './boards'
import type { Address } from '../options'
import type { SignOn } from '../signOn/signOn'

interface VectorBridgeOptions {
  server: string
  /** for what outlives a restart */
  folder: string
  /** where games are broadcast to */
  games: Address
  /** where boards say their names; without it they are called by their ids, and those that broadcast no games are not found */
  names: Address | undefined
  signOn: SignOn
  log: (line: string) => void
  signal: AbortSignal
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  now?: () => number
}

const askNamesEveryMs = 60_000
/** A board is asked once a second: whose turn it is is looked up more often. */
const askGamesEveryMs = 250
const broadcast = '255.255.255.255'

/** A bound socket. Rejects when the port is taken. */
async function listen({ host, port }: Address, hear: (bytes: Buffer, address: string) => void): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  socket.on('message', (bytes, { address }) => hear(bytes, address))
  socket.bind(port, host)
  await once(socket, 'listening')
  socket.on('error', () => {})
  return socket
}

/** Shows the games of the Vector boards of a network, until the signal aborts. Rejects when the port of games is taken. */
export async function runVector({
  server,
  folder,
  games,
  names,
  signOn,
  log,
  signal,
  pause,
  now,
}: VectorBridgeOptions): Promise<void> {
  const boards = new VectorBoards({ server, folder, onFound: () => signOn.nudge(), log, pause, now })
  const onState = () => boards.accept(signOn.accepted)
  // Known from before a restart: the server may be away.
  onState()
  const sockets = [await listen(games, (bytes, address) => boards.hear(bytes, address))]
  log(
    `Listening for Vector boards on ${games.host}:${games.port}. A board is found once it says that it is there, or a game changes on it.`,
  )
  const naming =
    names &&
    (await listen(names, (bytes, address) => boards.hearName(bytes, address)).catch((error: unknown) =>
      log(`Boards have no names: port ${names.port} cannot be used (${(error as NodeJS.ErrnoException).code}).`),
    ))
  if (naming) sockets.push(naming)

  const askForNames = async () => {
    if (!naming || !names) return
    naming.setBroadcast(true)
    while (!signal.aborted) {
      for (const address of [broadcast, ...boards.addresses]) naming.send(askNames, names.port, address, () => {})
      await pause(askNamesEveryMs, signal)
    }
  }
  const askForGames = async () => {
    while (naming && !signal.aborted) {
      void boards.ask()
      await pause(askGamesEveryMs, signal)
    }
  }
  await Promise.all([signOn.run(() => boards.found, onState, signal), askForNames(), askForGames()])
  for (const socket of sockets) socket.close()
  await boards.stop()
}
