import type { AnyBoard } from './kind'

/**
 * Path of the board's viewer; a private board's carries the owner's key, so that a TV without a login shows it.
 * @param path of the list, such as /scoreboards
 */
export function viewerAddress(path: string, { id, is_public, viewer_key }: Pick<AnyBoard, 'id' | 'is_public' | 'viewer_key'>): string {
  const viewer = `/viewer${path}/${id}`
  return is_public || !viewer_key ? viewer : `${viewer}?key=${encodeURIComponent(viewer_key)}`
}
