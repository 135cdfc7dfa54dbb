import type { Client } from 'pg'

/** Advisory locks by number: no two may be alike, and servers of other releases know them by these. Those of a row are made of its name. */
export const lockNumbers = {
  /** changes of the catalogue, one at a time */
  catalogue: 7_302_001,
  /** the whole database: servers share it, a command that replaces it holds it alone */
  database: 7_302_002,
  /** the process that makes a backup */
  backup: 7_302_003,
  /** what tells moments, one process at a time: so their places are seen in order */
  moments: 7_302_004,
}

/** Takes a lock for as long as the connection lives. False when another connection has it. */
export async function takeLock(client: Client, name: keyof typeof lockNumbers): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    lockNumbers[name],
  ])
  return rows[0]?.taken === true
}
