import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import type { Reading } from '../http/readings'
import type { PageReports } from './pageReports'
import { addReports, reportReadings } from './pageReports.store'

/** Brings what pages report into the database, and answers what is there. */
export function storeReports(db: Kysely<Tables>, reports: PageReports) {
  /** @throws when the database is away; nothing is lost then */
  async function write(): Promise<void> {
    const taken = reports.take()
    if (taken.length === 0) return
    try {
      await addReports(db, taken, new Date())
    } catch (error) {
      reports.giveBack(taken)
      throw error
    }
  }

  return {
    write,
    async readings(): Promise<Reading[]> {
      await write()
      return reportReadings(db)
    },
  }
}
