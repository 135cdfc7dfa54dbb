import pg from 'pg'
import { StartError } from '../process/startError'
import { lockNumbers } from './locks'

/*
 * An external PostgreSQL does not tell whether a server works on it: an idle one may have no connection at all. So every
 * server holds a lock, together with others, and a command that replaces the database takes it alone.
 */

const againMs = 1_000

export interface Serving {
  end(): Promise<void>
}

/** Holds the lock of a server until it is ended, over broken connections too. Throws StartError while somebody restores. */
export async function holdServerLock(connectionString: string): Promise<Serving> {
  let client: pg.Client | undefined
  let isEnded = false
  let timer: NodeJS.Timeout | undefined

  const hold = async (): Promise<boolean> => {
    const opened = new pg.Client({
      connectionString,
      application_name: 'multiball',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    })
    opened.on('error', () => {})
    opened.once('end', again)
    await opened.connect()
    client = opened
    const { rows } = await opened.query<{ held: boolean }>('select pg_try_advisory_lock_shared($1) as held', [
      lockNumbers.database,
    ])
    return rows[0]?.held === true
  }
  const again = () => {
    client = undefined
    if (isEnded) return
    clearTimeout(timer)
    timer = setTimeout(() => hold().then((isHeld) => isHeld || void client?.end(), again), againMs).unref()
  }
  const end = async () => {
    isEnded = true
    clearTimeout(timer)
    const ending = client
    // The other side may be gone.
    const late = setTimeout(() => ending?.connection.stream.destroy(), againMs)
    await ending?.end().catch(() => {})
    clearTimeout(late)
  }

  const isHeld = await hold().catch(async (error: unknown) => {
    await end()
    throw error
  })
  if (isHeld) return { end }
  await end()
  throw new StartError('A backup is being restored into the database of DATABASE_URL. Start again when that is done.')
}
