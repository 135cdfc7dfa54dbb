import { Kysely, PostgresDialect } from 'kysely'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { elapsed } from '../process/clock'
import type { Tell } from '../process/tell'
import { KeptPlans } from './keptPlans'
import { isOutage, isReadOnly, Outage } from './outage'
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

interface PoolOptions {
  connectionString: string
  /** connections at most */
  max?: number
  /**
   * ms in which every query has to be answered: where the host is gone, nothing else would end it. The connections of then
   * are given up. Undefined for migrations, backups and whatever else may take long.
   */
  answerWithinMs?: number
  /** takes that the database cannot be used, that it can be again, and that it closed a connection, which the pool survives */
  tell?: Tell
}

/** How busy the connections are. */
export interface PoolUse {
  inUse: number
  /** open, and free */
  idle: number
  /** queries that wait for one */
  waiting: number
  /** connections at most */
  max: number
  /** since the start: connections that could not be had or broke, and queries that the database could not answer */
  failures: number
}

const serverShare = 0.8

export interface OpenPool {
  db: Kysely<Tables>
  /** what `db` gets its connections from, and ends */
  pool: PostgresPool
  use(): PoolUse
  /** whether the database cannot be used at the moment, which has been told */
  isAway(): boolean
}

/** Connections to one PostgreSQL, and how busy they are. Nothing is connected before the first query. */
export function openPool({ connectionString, max = 10, answerWithinMs, tell }: PoolOptions): OpenPool {
  const pool = new pg.Pool({
    connectionString,
    max,
    types: readers,
    connectionTimeoutMillis: Math.min(10_000, answerWithinMs ?? Infinity),
    application_name: 'multiball',
    // A database that is only slow ends the query by itself, before we give its connection up.
    statement_timeout: answerWithinMs === undefined ? 60_000 : answerWithinMs * serverShare,
    query_timeout: answerWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  let failures = 0
  const onFailure = () => void (failures += 1)
  const outage = new Outage(tell)
  pool.on('error', (error) => {
    onFailure()
    outage.closed(error)
  })
  // One that breaks while it is used rejects its queries, which is enough; without a listener it would end the process as well.
  pool.on('connect', (client) => client.on('error', () => {}))
  const shared = watched(pool, outage, onFailure)
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: shared }) }),
    pool: shared,
    use: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max,
      failures,
    }),
    isAway: () => outage.isOn,
  }
}

const isUnanswered = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

/** Queries that are wrong, refused or overtaken are answers, too (SQLSTATE): the database works. */
const isAnswer = (error: Error & { code?: string }) =>
  /^(?:2[0-9]|40|42|P0)/.test(error.code ?? '') && !isReadOnly(error)

/** Ends a connection without the other side, which may be gone. */
function abandon(client: pg.PoolClient) {
  client.connection.stream.destroy()
  client.release(true)
}

/** A database that stays read-only must not be connected to for every write. */
const giveUpEveryMs = 1_000

/**
 * The pool as Kysely uses it. Where a query is not answered in time, its connection is given up, and so are all that are as
 * old: what has cut one off has mostly cut off the others. The same where the database turns out to be read-only: after a
 * failover, the same address leads new connections to the primary.
 */
function watched(pool: pg.Pool, outage: Outage, onFailure: () => void): PostgresPool {
  const plans = new KeptPlans()
  let generation = 0
  let givenUpAt = Number.NEGATIVE_INFINITY
  // One for the life of a client, by which Kysely knows it again.
  const connections = new WeakMap<pg.PoolClient, PostgresPoolClient & { generation: number }>()

  const connectionOf = (client: pg.PoolClient) => {
    const of = generation
    let isLost = false
    const fail = (error: Error) => {
      if (!isAnswer(error)) onFailure()
      if (isOutage(error)) outage.failed(error)
      if (isUnanswered(error)) {
        isLost = true
        client.connection.stream.destroy()
        if (of === generation) generation += 1
      } else if (isReadOnly(error) && elapsed() - givenUpAt >= giveUpEveryMs) {
        givenUpAt = elapsed()
        generation += 1
      }
    }
    const query = async (text: string, values: readonly unknown[]) => {
      try {
        const result = await plans.query(client, text, values as unknown[])
        if (outage.isOn) outage.answered(result.command)
        return result
      } catch (error) {
        fail(error as Error)
        throw error
      }
    }
    return {
      generation: of,
      query: query as never,
      release: () => (isLost ? abandon(client) : client.release()),
    }
  }
  pool.on('connect', (client) => connections.set(client, connectionOf(client)))

  const connect = async (): Promise<PostgresPoolClient> => {
    for (;;) {
      const client = await pool.connect().catch((error: Error) => {
        onFailure()
        outage.failed(error)
        throw error
      })
      const connection = connections.get(client)
      if (connection?.generation === generation) return connection
      abandon(client)
    }
  }
  return { connect, end: () => pool.end() }
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
