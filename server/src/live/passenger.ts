import { anonymous } from '../http/actors'
import { closeCodes } from './closeCodes'
import type { Viewer } from './viewer'

/** The most boards of one socket: a page of a partner that has more opens another. */
export const mostBoards = 32

const liveNames = /^([a-z]+):(\d{1,15}):scores$/

/**
 * One board of a socket that carries several: to the hub a viewer like others, with fields of its own over those of the
 * socket.
 * @param leave called when the board is not for this viewer (any more); other boards of the socket stay
 */
export function passengerOf(carrier: Viewer, name: string, leave: (passenger: Viewer) => void): Viewer {
  const [, type = '', id = '0'] = liveNames.exec(name) ?? []
  const passenger = Object.create(carrier) as Viewer
  return Object.assign(passenger, {
    boardType: type,
    boardId: Number(id),
    board: undefined,
    key: undefined,
    token: undefined,
    actor: anonymous,
    audience: 'everyone' as const,
    seq: 0,
    wishes: 0,
    behindSince: 0,
    passengers: undefined,
    send: (text: string) => carrier.send(text),
    close: (code: number, reason: string) => (code === closeCodes.gone ? leave(passenger) : carrier.close(code, reason)),
    terminate: () => carrier.terminate(),
  })
}
