import { isForSite, isHolder } from '../boards/visibility'
import { anonymous } from '../http/actors'
import type { Actor } from '../http/actors'
import type { Audience, BoardView } from './boardSource'
import type { LiveBoard } from './liveBoard'
import type { Viewer } from './viewer'

/** How somebody is let in. `isIndirect`: by the key of what contains the board, so that it has to be asked about again. */
export interface Admission {
  audience: Audience
  isIndirect: boolean
}

export const asHolder: Admission = { audience: 'insiders', isIndirect: false }
export const byContainer: Admission = { audience: 'insiders', isIndirect: true }
export const asAnyone: Admission = { audience: 'everyone', isIndirect: false }

/** How a board is opened, where that needs no looking up; undefined where a key may be that of what contains it, or opens nothing. */
export function admitNow({ view: { access }, isParted }: LiveBoard, actor: Actor, key: string | undefined, site: string | undefined): Admission | undefined {
  if (site !== undefined && !isForSite(access, actor, site)) return undefined
  if (isHolder(access, actor, key)) return asHolder
  // Where all see the same, nothing depends on the key.
  return access.is_public && (key === undefined || !isParted) ? asAnyone : undefined
}

/** What becomes of a viewer. Whoever asks again gets nothing until it is found out whether its key is that of a container. */
export type Verdict = 'stays' | 'goes' | 'asks again'

/**
 * Says what becomes of each viewer of a board, now that others may see it. A key is compared once, however many gave it.
 */
export function readmission({ access }: BoardView): (viewer: Viewer, isIndirect: boolean) => Verdict {
  const holders = new Map<string | undefined, boolean>([[undefined, false]])
  return ({ key, site, actor, audience }, isIndirect) => {
    if (!isForSite(access, actor, site)) return 'goes'
    if (!holders.has(key)) holders.set(key, isHolder(access, anonymous, key))
    const isNow = holders.get(key) || isHolder(access, actor, undefined) ? 'insiders' : access.is_public ? 'everyone' : undefined
    // Keys of containers are asked about by the clock.
    if (audience === isNow || isIndirect) return 'stays'
    return key === undefined ? 'goes' : 'asks again'
  }
}
