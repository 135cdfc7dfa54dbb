import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables'

const int8 = 20

/** Digits → number while that is exact; the digits themselves beyond. */
const readInteger = (digits: string): number | string => {
  const value = Number(digits)
  return Number.isSafeInteger(value) ? value : digits
}

const readers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? readInteger : (pg.types.getTypeParser as (oid: number, format?: string) => unknown)(oid, format),
} as pg.CustomTypesConfig

export interface PoolOptions {
  connectionString: string
  /** connections at most */
  max?: number
  /** told when an idle connection breaks, which the pool survives */
  onError?: (error: Error) => void
}

/** Connections to one PostgreSQL. Nothing is connected before the first query. */
export function connect({ connectionString, max = 10, onError = () => {} }: PoolOptions): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString,
    max,
    types: readers,
    connectionTimeoutMillis: 10_000,
    application_name: 'multiball',
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  pool.on('error', onError)
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
