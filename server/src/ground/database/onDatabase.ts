import type { Kysely } from 'kysely'
import { readConfig } from '../process/config'
import { openDatabase } from '.'
import type { Tables } from './tables'

/** What a command does on the database of a server, which has to be there. */
export async function onDatabase(work: (db: Kysely<Tables>) => Promise<void>): Promise<void> {
  const { db, close } = await openDatabase(readConfig(process.env), {
    role: 'command',
    makesDatabase: false,
    tell: (sentence) => console.error(sentence),
  })
  try {
    await work(db)
  } finally {
    await close()
  }
}
