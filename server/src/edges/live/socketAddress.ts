import { isLiveBoardType, liveName, sharedSocketPath } from '@multiball/shared/schema'

const boardAddress = /^\/([a-z]{2,30})\/([1-9]\d{0,14})\/scores\/websocket\/?(?:\?.*)?$/
const sharedAddress = new RegExp(`^${sharedSocketPath}?(?:\\?.*)?$`)

/** What a socket at an address is for. */
interface SocketAddress {
  /** the live name of its only board; undefined for a socket that the boards of a page share */
  name: string | undefined
}

/** Reads an address such as `/scoreboard/1/scores/websocket/`. Undefined where no socket is. */
export function readSocketAddress(url: string): SocketAddress | undefined {
  if (sharedAddress.test(url)) return { name: undefined }
  const [, type, id] = boardAddress.exec(url) ?? []
  return type && id && isLiveBoardType(type) ? { name: liveName(type, Number(id)) } : undefined
}
