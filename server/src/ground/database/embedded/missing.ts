/**
 * For a `catch`: what a file that is not there counts as. Every other failure, such as too few descriptors, says nothing
 * about the file, and goes on.
 */
export const ifMissing =
  <Value>(value: Value, codes: readonly string[] = ['ENOENT']) =>
  (error: NodeJS.ErrnoException): Value => {
    if (codes.includes(error.code ?? '')) return value
    throw error
  }

const noDescriptors =
  'this process has no file descriptors left; raise its limit (ulimit -n, or LimitNOFILE= of its service)'

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a read-only disk',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
  // Node says so of a folder that cannot be made where it should be.
  ENOENT: 'it cannot be made there',
  EMFILE: noDescriptors,
  ENFILE: noDescriptors,
}

/** Why something could not be done with a folder, in words. */
export const reasonOf = (error: unknown): string =>
  reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? ((error as Error).message || String(error))
