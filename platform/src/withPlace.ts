/** The error with the file that it is about: a write that finds the disk full does not say. */
export function withPlace(error: unknown, place: string): unknown {
  const isPlaceless = typeof error === 'object' && error !== null && 'code' in error && !('path' in error)
  return isPlaceless ? Object.assign(error, { path: place }) : error
}
