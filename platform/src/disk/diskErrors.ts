/* A disk that is full, read-only or not this user's, or a file in a folder's place: what to tell whoever runs the command, and of which file. */

const problems: Record<string, (place: string) => string> = {
  ENOSPC: (place) => `The disk is full: there is no room for ${place}. Make room, and run the command again.`,
  ENOTDIR: (place) => `Part of ${place} is a file, and no folder. Choose another folder.`,
  EROFS: (place) => `${place} is on a disk that can only be read. Make it writable, or choose another folder.`,
  EACCES: (place) => `You have no right to ${place}. Run the command as the user it belongs to, or change its rights.`,
  EPERM: (place) => `You have no right to ${place}. Run the command as the user it belongs to, or change its rights.`,
}

/** The error with the file that it is about, which a write to a full disk does not name. */
export function withPlace(error: unknown, place: string): unknown {
  const isPlaceless = typeof error === 'object' && error !== null && 'code' in error && !('path' in error)
  return isPlaceless ? Object.assign(error, { path: place }) : error
}

/** The sentence for an error of the disk; undefined of all others. */
export function diskSentence(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { code: given = '', path, dest, syscall } = error as NodeJS.ErrnoException & { dest?: string }
  // A folder that is to be made, and is a file.
  const code = given === 'EEXIST' && syscall === 'mkdir' ? 'ENOTDIR' : given
  // Without a file, the other codes are not about files.
  const place = dest ?? path ?? (code === 'ENOSPC' ? 'what it writes' : undefined)
  return place && Object.hasOwn(problems, code) ? problems[code]!(place) : undefined
}
