import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'

/**
 * Writes a file that only this user can read. Written under another name and renamed: a power cut leaves either the old file or the
 * new one, whole. Throws what the disk says.
 */
export function writeWhole(file: string, text: string): void {
  const draft = `${file}.part`
  const descriptor = openSync(draft, 'w', 0o600)
  try {
    // All of it: one write may take a part where the disk is nearly full.
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(draft, file)
}
