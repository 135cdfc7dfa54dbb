import { unwatchFile, watchFile } from 'node:fs'

/** Files that are written one after the other are read together. */
const gatherMs = 100

/**
 * Tells of every change of files, by looking at them again and again: a watcher of the system falls silent when the folder is replaced, as
 * programs do that synchronise it, and hears nothing of what another computer writes to a shared one.
 * @returns ends it
 */
export function watchFiles(files: readonly string[], changed: () => void, everyMs = 1_000): () => void {
  let soon: NodeJS.Timeout | undefined
  const touched = () => {
    clearTimeout(soon)
    soon = setTimeout(changed, gatherMs)
  }
  for (const file of files) watchFile(file, { interval: everyMs }, touched)
  return () => {
    clearTimeout(soon)
    for (const file of files) unwatchFile(file, touched)
  }
}
