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

/** How busy the connections are. */
export interface PoolUse {
  inUse: number
  /** open, and free */
  idle: number
  /** queries that wait for one */
  waiting: number
}

/** Connections to one PostgreSQL, and how busy they are. Nothing is connected before the first query. */
export function openPool({ connectionString, max = 10, onError = () => {} }: PoolOptions): { db: Kysely<Tables>; use(): PoolUse } {
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
  // One that breaks while it is used rejects its queries, which is enough; unheard, it would end the process as well.
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    use: () => ({ inUse: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
}

/** The queries of {@link openPool}. */
export const connect = (options: PoolOptions): Kysely<Tables> => openPool(options).db

/** Queries over a connection that somebody else holds, in the transaction that it is in. Ending it leaves the connection open. */
export const over = (client: pg.Client): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => ({ query: client.query.bind(client) as never, release: () => {} }),
        end: async () => {},
      },
    }),
  })
