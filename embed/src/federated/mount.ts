import type { Mounted, MountOptions } from '../contract'
import { mountBoard } from '../host'
import { hostReact } from './hostReact'

/**
 * Shows a live board in an element or a shadow root, as `mountBoard` of host.js does, on the React that the application
 * around shares where it fits, else on ours.
 * @throws EmbedFailure BAD_ATTRIBUTE, HOST_UNREACHABLE, REMOTE_FAILED
 */
export const mount = async (place: HTMLElement | ShadowRoot, options: MountOptions): Promise<Mounted> =>
  mountBoard(place, { ...(await hostReact()), ...options })
