import type { Scoreboard } from '@multiball/shared/schema'

/** Path of the board's viewer; a private board's carries the owner's key, so that a TV without a login shows it. */
export function viewerAddress({ id, is_public, viewer_key }: Pick<Scoreboard, 'id' | 'is_public' | 'viewer_key'>): string {
  const path = `/viewer/scoreboards/${id}`
  return is_public || !viewer_key ? path : `${path}?key=${encodeURIComponent(viewer_key)}`
}
