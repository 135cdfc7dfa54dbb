import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables'

const advisoryLock = 7_302_001

/** One at a time changes the catalogue, until the end of its transaction. */
export const holdCatalogue = async (trx: Kysely<Tables>): Promise<void> => void (await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(trx))
