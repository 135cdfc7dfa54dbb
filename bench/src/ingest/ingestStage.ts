import path from 'node:path'
import { addVenueMachine, registerOwner } from '@multiball/e2e/account'
import { startProduct } from '@multiball/e2e/product'
import pg from 'pg'
import { unpackRelease } from '../../../server/src/testing/release'
import { databaseOf } from '../stage'
import type { Machine } from './load'

/** A server with many machines, all of them with a device key, and a board that shows four of them. */
export interface IngestStage {
  url: string
  port: number
  pid: number
  /** its PostgreSQL */
  databaseUrl: string
  machines: Machine[]
  board: number
  stop(): Promise<void>
}

/** @param main another start of the server than the product's */
export async function startIngestStage(count: number, environment: Record<string, string> = {}, main?: string): Promise<IngestStage> {
  const product = await startProduct({ ...settings, ...environment }, main)
  const url = product.url.replace('localhost', '127.0.0.1')
  return setStage({ url, pid: product.pid(), databaseUrl: environment.DATABASE_URL ?? databaseOf(product.dataFolder), stop: product.stop }, count)
}

const settings = { LOG_LEVEL: 'warn', TRUST_PROXY: '1' }

async function setStage(server: Pick<IngestStage, 'url' | 'pid' | 'databaseUrl' | 'stop'>, count: number): Promise<IngestStage> {
  const { url } = server
  const owner = await registerOwner(url, 'bench')
  const machines: Machine[] = []
  for (let made = 0; made < count; made += 1) {
    const id = await addVenueMachine(owner, `Bench ${made}`, 'Medieval')
    const { key } = await owner.call<{ key: string }>('POST', `/api/venuemachine/${id}/device_key/`)
    machines.push({ id, key, session: crypto.randomUUID() })
  }
  const board = await owner.call<{ id: number }>('POST', '/api/scoreboard/', {
    title: 'Hot',
    is_public: true,
    venuemachine_items: machines.slice(0, 4).map(({ id }) => ({ venuemachine: id })),
  })
  return { ...server, port: Number(new URL(url).port), machines, board: board.id }
}

/** Makes one more database on the PostgreSQL of another stage. Answers its address. */
async function addDatabase(databaseUrl: string, name: string): Promise<string> {
  const own = new URL(databaseUrl)
  own.pathname = `/${name}`
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return own.href
}

/** The same with each post in a transaction of its own, in a database of its own on the PostgreSQL of another stage. */
export async function startUngroupedStage(count: number, databaseUrl: string): Promise<IngestStage> {
  return startIngestStage(count, { DATABASE_URL: await addDatabase(databaseUrl, 'ungrouped') }, 'bench/src/ingest/ungroupedServer.ts')
}

/** The server of a commit, in a database of its own on the PostgreSQL of another stage. */
export async function startOldStage(ref: string, count: number, databaseUrl: string): Promise<IngestStage> {
  const own = await addDatabase(databaseUrl, 'old')
  const release = unpackRelease(path.resolve(import.meta.dirname, '../../..'), ref)
  const { url, pid, stop } = await release.start({ ...settings, DATABASE_URL: own })
  return setStage({ url, pid, databaseUrl: own, stop: () => stop().then(release.remove) }, count)
}
