import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql, type Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import { openEmbedded, type OpenPostgres } from '../../ground/database/embedded/embedded'
import { takeLock } from '../../ground/database/locks'
import type { Tables } from '../../ground/database/tables'
import { gauge } from '../../ground/http/metrics'
import type { Tell } from '../../ground/process/tell'
import type { Manifest } from '../manifest'
import { restoreBackup } from '../restoreBackup'
import { withSession } from '../tables'
import { writeBackup } from '../writeBackup'
import { decryptFile, encryptFile, momentaryIdentity } from './encryption'
import { backupName, lastDue, momentOf, outdated, type Keep } from './retention'
import type { BackupStore } from './stores'

/*
 * Backups that the server makes by itself, once a day, of which every one is restored before it counts: what is in the
 * store is fetched and put into a PostgreSQL of its own, started for that and thrown away. Of several processes on a
 * database one does it.
 */

interface BackupPlan {
  /** age's public keys of those who may read backups; none: anybody may who has the file */
  recipients: readonly string[]
  /** of the day, by UTC */
  hour: number
  keep: Keep
}

interface Dependencies {
  /** of the database */
  url: string
  db: Kysely<Tables>
  store: BackupStore
  plan: BackupPlan
  /** whether the clock may decide what goes */
  isClockProven: () => Promise<boolean>
  tell: Tell
  onError: (error: unknown) => void
  /** throws unless `file`, which was fetched from the store, holds what was written, in a folder for its work; restores it unless given */
  check?: (folder: string, file: string, written: Manifest, signal: AbortSignal) => Promise<void>
  /** ms since 1970 */
  now?: () => number
}

/** after a failure */
const againAfterMs = 30 * 60_000
/** Clocks of several processes differ by less. */
const aheadMs = 60_000
const keepRecordsMs = 400 * 86_400_000
const longestError = 500

/** How folders begin in which the copies of a backup lie while it is made. */
const workFolder = (name: string) => `${name}.work.`

/** What became of a look. */
type Outcome = 'made' | 'failed' | 'broken off' | 'not due' | 'made elsewhere'

export class ScheduledBackups {
  private readonly stopping = new AbortController()
  private readonly now: () => number
  private running: Promise<unknown> | undefined

  constructor(private readonly dependencies: Dependencies) {
    this.now = dependencies.now ?? Date.now
  }

  /** Breaks off what is at work. */
  async stop(): Promise<void> {
    this.stopping.abort()
    await this.running
  }

  /** Makes a backup if one is due and no other process is at it. Never rejects; calls overlap only by doing nothing. */
  async look(): Promise<Outcome> {
    if (this.running || this.stopping.signal.aborted) return 'not due'
    const looking = this.lookOnce().catch((error: unknown): Outcome => {
      this.dependencies.onError(error)
      return 'failed'
    })
    this.running = looking
    return looking.finally(() => (this.running = undefined))
  }

  private async lookOnce(): Promise<Outcome> {
    if (!(await this.isDue())) return 'not due'
    const { url } = this.dependencies
    return withSession(url, this.stopping.signal, async (client) => {
      if (!(await takeLock(client, 'backup'))) return 'made elsewhere'
      const unlocked = new AbortController()
      // The lock goes with its connection: another process may take it and clear away what is made here.
      const giveUp = () =>
        unlocked.abort(new Error('The connection to the database that kept other processes from it broke'))
      client.once('error', giveUp)
      const checkLock = () => client.query('select').catch(giveUp)
      // Another process may just have finished.
      return (await this.isDue()) ? this.makeRecorded(unlocked.signal, checkLock) : 'not due'
    })
  }

  private async isDue(): Promise<boolean> {
    const { db, plan } = this.dependencies
    const now = this.now()
    // A clock that was ahead has left rows of the future, which would stop backups until then.
    const { rows } = await sql<{ good: Date | null; tried: Date | null }>`
      select max(started_at) filter (where finished_at is not null and error is null) as good, max(started_at) as tried
      from backups where started_at <= ${new Date(now + aheadMs)}
    `.execute(db)
    const { good, tried } = rows[0]!
    return (good?.getTime() ?? 0) < lastDue(now, plan.hour) && now - (tried?.getTime() ?? 0) >= againAfterMs
  }

  /**
   * @param unlocked aborts when this process is no longer the only one at it
   * @param checkLock aborts `unlocked` if that has happened unheard
   */
  private async makeRecorded(unlocked: AbortSignal, checkLock: () => Promise<unknown>): Promise<Outcome> {
    const { db, store, plan, isClockProven, tell, onError } = this.dependencies
    const started = this.now()
    const name = backupName(started, plan.recipients.length > 0)
    const mayRemove = await isClockProven()
    if (mayRemove)
      await db
        .deleteFrom('backups')
        .where('started_at', '<', new Date(started - keepRecordsMs))
        .execute()
    const { id } = await db
      .insertInto('backups')
      .values({ started_at: new Date(started), name })
      .returning('id')
      .executeTakeFirstOrThrow()
    const record = (outcome: { bytes?: number; rows?: number; error?: string }) =>
      db
        .updateTable('backups')
        .set({ ...outcome, finished_at: new Date(this.now()) })
        .where('id', '=', id)
        .execute()
    try {
      await this.clearAway(id)
      const { bytes, rows } = await this.make(name, AbortSignal.any([this.stopping.signal, unlocked]))
      await checkLock()
      unlocked.throwIfAborted()
      await record({ bytes, rows })
      tell(`Backed up to ${name}: ${rows} rows, ${bytes} bytes, and restored to check it.`, 'backup-made', 'info')
    } catch (error) {
      // What was not checked must not take the place of one that was.
      await store.remove(name).catch(() => {})
      if (this.stopping.signal.aborted) {
        // It says nothing against trying again at the next start.
        await db.deleteFrom('backups').where('id', '=', id).execute()
        tell(`The backup ${name} was broken off, since the server stops.`, 'backup-broken-off')
        return 'broken off'
      }
      const reason = reasonOf(unlocked.aborted ? unlocked.reason : error)
      onError(new Error(`The backup ${name} failed: ${reason}`))
      await record({ error: reason })
      return 'failed'
    }
    // Only a good one lets older ones go, and one of a wrong time would take the place of others.
    if (mayRemove) for (const old of outdated(await store.list(), plan.keep)) await store.remove(old)
    return 'made'
  }

  /** Removes what attempts have left whose process was killed: whoever holds the lock is the only one at it. */
  private async clearAway(current: number) {
    const { db, store } = this.dependencies
    const left = await db
      .selectFrom('backups')
      .select(['id', 'name'])
      .where('finished_at', 'is', null)
      .where('id', '!=', current)
      .execute()
    if (left.length === 0) return
    const stored = await store.list()
    const folders = await readdir(tmpdir())
    for (const { id, name } of left) {
      for (const file of [name, `${name}.part`]) if (stored.includes(file)) await store.remove(file)
      for (const folder of folders)
        if (folder.startsWith(workFolder(name)))
          await rm(path.join(tmpdir(), folder), { recursive: true, force: true, maxRetries: 3 })
      await db
        .updateTable('backups')
        .set({ error: 'Its process was killed', finished_at: new Date(this.now()) })
        .where('id', '=', id)
        .execute()
    }
  }

  private async make(name: string, signal: AbortSignal): Promise<{ bytes: number; rows: number }> {
    const { url, store, plan, check = restoreIntoScratch } = this.dependencies
    const identity = plan.recipients.length > 0 ? await momentaryIdentity() : undefined
    const folder = await mkdtemp(path.join(tmpdir(), workFolder(name)))
    try {
      // The scratch database's own user must be able to enter it when root runs the server; the files in it are the owner's alone.
      await chmod(folder, 0o711)
      const place = (file: string) => path.join(folder, file)
      const manifest = await writeBackup(url, place('written.zip'), { signal })
      if (identity) await encryptFile(place('written.zip'), place('encrypted'), plan.recipients, identity, signal)
      const stored = place(identity ? 'encrypted' : 'written.zip')
      const { size: bytes } = await stat(stored)
      signal.throwIfAborted()
      await store.put(name, stored)
      signal.throwIfAborted()
      for (const file of ['written.zip', 'encrypted']) await rm(place(file), { force: true })
      const fetched = place(identity ? 'fetched' : 'fetched.zip')
      await store.get(name, fetched)
      if (identity) await decryptFile(fetched, place('fetched.zip'), [identity], signal)
      signal.throwIfAborted()
      await check(place('scratch'), place('fetched.zip'), manifest, signal)
      signal.throwIfAborted()
      return { bytes, rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0) }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** With what lies behind it: fetch says no more than that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, longestError)
  const behind = (error.cause as NodeJS.ErrnoException | undefined)?.code
  return `${error.message}${behind === undefined ? '' : ` (${behind})`}`.slice(0, longestError)
}

/** Nothing in it is worth a wait for the disk, or a second processor. */
const scratchSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_parallel_maintenance_workers: '0',
}

/** Restores a backup into a PostgreSQL of its own, made once its file is known to be whole. Throws when that fails, or when it is not the one that was written. */
async function restoreIntoScratch(
  dataFolder: string,
  file: string,
  written: Manifest,
  signal: AbortSignal,
): Promise<void> {
  let scratch: OpenPostgres | undefined
  const open = async () =>
    (scratch = await openEmbedded({ dataFolder, role: 'command', settings: scratchSettings })).url
  try {
    const restored = await restoreBackup(open, file, { signal })
    if (JSON.stringify(restored) !== JSON.stringify(written))
      throw new Error('What is stored is not what was backed up')
  } finally {
    await scratch?.close()
  }
}

/** What operators see of the backups; the same in every process on the database. */
export function measureBackups(metrics: Registry, db: Kysely<Tables>, store: BackupStore): void {
  const lastGood = () =>
    db
      .selectFrom('backups')
      .select(['started_at', 'finished_at', 'bytes'])
      .where('finished_at', 'is not', null)
      .where('error', 'is', null)
      .orderBy('started_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  gauge(
    metrics,
    'multiball_backup_last_good_timestamp_seconds',
    'As of when the last backup is that was stored and restored to check it; 0 while there is none',
    async () => ((await lastGood())?.started_at.getTime() ?? 0) / 1000,
  )
  gauge(metrics, 'multiball_backup_last_good_bytes', 'Size of that backup', async () =>
    Number((await lastGood())?.bytes ?? 0),
  )
  gauge(metrics, 'multiball_backup_last_good_duration_seconds', 'How long it took to make and check it', async () => {
    const good = await lastGood()
    return good ? (good.finished_at!.getTime() - good.started_at.getTime()) / 1000 : 0
  })
  gauge(metrics, 'multiball_backup_failures', 'Backups that failed since the last good one', async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from backups
      where error is not null and started_at > coalesce((select max(started_at) from backups where finished_at is not null and error is null), '-infinity')
    `.execute(db)
    return rows[0]!.count
  })
  gauge(
    metrics,
    'multiball_backups_kept',
    'Backups that are in the store',
    async () => (await store.list()).filter((name) => momentOf(name) !== undefined).length,
  )
}
