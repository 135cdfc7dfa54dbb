import type { Kysely } from 'kysely'
import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Tables } from '../database/tables'
import type { PageReports } from './pageReports'
import { addReports, countReports } from './pageReports.store'

/** Brings what pages report into the database, and tells operators and the command line's `errors` what is there. */
export function storeReports(db: Kysely<Tables>, reports: PageReports, metrics: Registry) {
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

  let counting: ReturnType<typeof countReports> | undefined
  /** Three figures are read at the same time, of one look into the database. */
  const count = () =>
    (counting ??= write()
      .then(() => countReports(db))
      .finally(() => (counting = undefined)))

  const figure = (name: string, help: string, labelNames: readonly string[], read: () => Promise<{ labels: Record<string, string>; value: string }[]>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [metrics],
      async collect() {
        const found = await read()
        this.reset()
        for (const { labels, value } of found) this.set(labels, Number(value))
      },
    })
  const ofVersion = ['remote', 'version']
  figure('multiball_remote_visits', 'Visits in which a version of a remote was loaded, in the last 30 days', ofVersion, async () =>
    (await count()).visits.map(({ remote, version, visits }) => ({ labels: { remote, version }, value: visits })),
  )
  figure('multiball_remote_failed_visits', 'Visits in which it failed', ofVersion, async () =>
    (await count()).visits.map(({ remote, version, failed }) => ({ labels: { remote, version }, value: failed })),
  )
  figure('multiball_remote_failures', 'Visits in which it failed with this code', [...ofVersion, 'code'], async () =>
    (await count()).failures.map(({ remote, version, code, count: failed }) => ({ labels: { remote, version, code }, value: failed })),
  )
  return { write }
}
