import { copyText } from '@multiball/shared/ui'
import type { AnyBoard } from '../kind'

type Viewed = Pick<AnyBoard, 'id' | 'is_public' | 'viewer_key'>

const withKey = (viewer: string, key: string) => `${viewer}?key=${encodeURIComponent(key)}`

/**
 * Path of the board's viewer; a private board's carries the owner's key, so that a TV without a login shows it.
 * @param path of the type's viewers, such as scoreboards
 */
export function viewerAddress(path: string, { id, is_public, viewer_key }: Viewed): string {
  const viewer = `/viewer/${path}/${id}`
  return is_public || !viewer_key ? viewer : withKey(viewer, viewer_key)
}

/**
 * Path of the same for a screen in the venue, with the codes by which players claim their slots: it carries the key of a
 * public board too, by which the owner vouches for the screen. Undefined for others' boards.
 */
export const claimsAddress = (path: string, { id, viewer_key }: Viewed): string | undefined =>
  viewer_key && `${withKey(`/viewer/${path}/${id}`, viewer_key)}&claim=1`

/** Puts the full address of a path on the clipboard; answers what to tell. */
export async function copyLink(path: string): Promise<string> {
  const address = new URL(path, location.origin).href
  return (await copyText(address)) ? 'Link copied' : `The link is ${address}`
}
