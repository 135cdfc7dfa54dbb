import type { Kysely, QueryResult, RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Tables } from './tables'

/** by text */
const names = new Map<string, string>()

/**
 * Lets each connection keep the plan of a statement, under a name (docs/decisions/0103): for one that is asked all the time and is
 * best answered in the same way whatever its parameters are. Answers the text.
 */
export function keepPlan(name: string, text: string): string {
  names.set(text, name)
  return text
}

/** Runs a statement with the plan that is kept under this name. Its text must be the same each time. */
export function runKept<Row>(db: Kysely<Tables>, name: string, statement: RawBuilder<Row>): Promise<QueryResult<Row>> {
  const compiled = statement.compile(db)
  keepPlan(name, compiled.sql)
  return db.executeQuery(compiled)
}

/** SQLSTATEs of a name that this connection does not know, or knows of somebody else, and of a plan for columns that have changed. */
const lost = ['26000', '42P05', '0A000']

/** Asks by name where a plan may be kept; no more once a connection turns out to be another one now and then, as pgbouncer's are. */
export class KeptPlans {
  private areKept = true

  async query(client: pg.ClientBase, text: string, values: unknown[]): Promise<pg.QueryResult> {
    const name = this.areKept ? names.get(text) : undefined
    if (name === undefined) return client.query(text, values)
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (!lost.includes(String((error as { code?: unknown }).code))) throw error
      this.areKept = false
      return client.query(text, values)
    }
  }
}
