import { statfs } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import type { Bus } from './edges/bus/bus'
import { onlineForMs } from './edges/tvs/tvs.service'
import { countTvs } from './edges/tvs/tvs.store'
import type { Tables } from './ground/database'
import { counter, gauge, gauges } from './ground/http/metrics'
import { readOutbox } from './ground/mails/mails.store'
import { productVersion } from './ground/process/config'
import type { registryStore } from './ground/registry/registry.store'

interface Installation {
  db: Kysely<Tables>
  bus: Bus
  registry: Pick<ReturnType<typeof registryStore>, 'read' | 'isReadable'>
  /** those that fill up, by the name that operators see */
  folders: Readonly<Record<string, string>>
}

/**
 * The metrics of what belongs to no single area. What is read from the database or a folder is the same in every process on
 * it: dashboards take the greatest of them, not their sum.
 */
export function measureInstallation(metrics: Registry, { db, bus, registry, folders }: Installation): void {
  const version = productVersion()
  gauges(metrics, 'multiball_info', 'Always 1; the versions of Multiball and of Node.js', ['version', 'node'], () => [
    { labels: { version, node: process.versions.node }, value: 1 },
  ])

  const outbox = oneAtATime(() => readOutbox(db))
  gauge(metrics, 'multiball_mails_waiting', 'Mails that no server has taken yet', async () => (await outbox()).waiting)
  gauge(
    metrics,
    'multiball_mails_oldest_seconds',
    'For how long the oldest of them has waited; 0 while none does',
    async () => (await outbox()).oldestSeconds,
  )
  gauge(
    metrics,
    'multiball_mails_retried',
    'Those of them that a server refused at least once',
    async () => (await outbox()).retried,
  )
  gauge(
    metrics,
    'multiball_mails_given_up',
    'Mails of the last 30 days that will not be sent any more',
    async () => (await outbox()).givenUp,
  )

  gauges(
    metrics,
    'multiball_tvs',
    'Paired TVs, by whether they were heard from within the last minute',
    ['online'],
    async () => {
      const { online, all } = await countTvs(db, new Date(Date.now() - onlineForMs))
      return [
        { labels: { online: 'yes' }, value: online },
        { labels: { online: 'no' }, value: all - online },
      ]
    },
  )

  gauge(
    metrics,
    'multiball_bus_connected',
    'Whether the other processes on the database are heard: 0 while they are not; 1 also where there are none',
    () => Number(bus.figures.isConnected),
  )
  counter(metrics, 'multiball_bus_sent_total', 'Events told to other processes', () => bus.figures.sent)
  counter(metrics, 'multiball_bus_heard_total', 'Events heard from other processes', () => bus.figures.heard)
  counter(
    metrics,
    'multiball_bus_gaps_total',
    'Times that events of other processes may have been lost, and everything was read again',
    () => bus.figures.gaps,
  )

  gauge(
    metrics,
    'multiball_registry_readable',
    'Whether the registry can be read: 1; 0 while pages go on by the last one',
    () => Number(registry.isReadable()),
  )
  gauges(
    metrics,
    'multiball_remote_share',
    'The share of new visits that get a version of a remote, from 0 to 1, by the registry',
    ['remote', 'version'],
    async () => {
      // Where nothing is published yet there is none.
      const { remotes } = await registry.read().catch(() => ({ remotes: {} as Record<string, never> }))
      return Object.entries(remotes).flatMap(([remote, { enabled, active, canary }]) => {
        if (!enabled) return []
        const tried = (canary?.percent ?? 0) / 100
        return [
          { labels: { remote, version: active }, value: 1 - tried },
          ...(canary ? [{ labels: { remote, version: canary.version }, value: tried }] : []),
        ]
      })
    },
  )

  gauge(metrics, 'multiball_database_bytes', 'Size of the database', async () => {
    const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database())::text as bytes`.execute(
      db,
    )
    return Number(rows[0]!.bytes)
  })
  const disks = oneAtATime(() =>
    Promise.all(Object.entries(folders).map(async ([folder, place]) => ({ folder, ...(await spaceIn(place)) }))),
  )
  gauges(
    metrics,
    'multiball_disk_free_bytes',
    'What may still be written to the disk of a folder',
    ['folder'],
    async () =>
      (await disks()).flatMap(({ folder, free }) => (free === undefined ? [] : [{ labels: { folder }, value: free }])),
  )
  gauges(metrics, 'multiball_disk_bytes', 'Size of the disk of a folder', ['folder'], async () =>
    (await disks()).flatMap(({ folder, all }) => (all === undefined ? [] : [{ labels: { folder }, value: all }])),
  )
}

/** Undefined while the folder is not there. */
async function spaceIn(folder: string): Promise<{ free?: number; all?: number }> {
  const found = await statfs(folder).catch(() => undefined)
  return found ? { free: found.bavail * found.bsize, all: found.blocks * found.bsize } : {}
}

/** Figures of one look are read at the same time: they share one reading. */
function oneAtATime<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined
  return () => (reading ??= read().finally(() => (reading = undefined)))
}
