import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** Where backups are kept. What is put is there whole or not at all. */
export interface BackupStore {
  /** The names of all files. */
  list(): Promise<string[]>
  /** Puts a file of this machine under a name that is free. */
  put(name: string, file: string): Promise<void>
  /** Writes what is stored under a name into a new file of this machine. */
  get(name: string, file: string): Promise<void>
  remove(name: string): Promise<void>
}

/** Backups in a folder, which is made when it is missing. They hold password hashes: only its owner may read them. */
export function folderStore(folder: string): BackupStore {
  const placeOf = (name: string) => path.join(folder, name)
  return {
    list: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name)
    },
    put: async (name, file) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const part = placeOf(`${name}.part`)
      try {
        await copyFile(file, part, constants.COPYFILE_FICLONE)
        await sync(part)
        await rename(part, placeOf(name))
        await sync(folder)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    get: (name, file) => copyFile(placeOf(name), file, constants.COPYFILE_EXCL),
    remove: (name) => rm(placeOf(name)),
  }
}

/** So that it is on the disk, too. */
async function sync(place: string) {
  const handle = await open(place, 'r')
  await handle.sync().finally(() => handle.close())
}
