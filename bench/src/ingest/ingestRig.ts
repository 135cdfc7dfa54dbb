import { generateKeyPairSync } from 'node:crypto'
import path from 'node:path'
import { addVenueMachine, registerOwner, type Owner } from '@multiball/e2e/account'
import { startProduct } from '@multiball/e2e/product'
import pg from 'pg'
import { unpackRelease } from '../../../server/src/testing/release'
import { databaseOf, fourPlayerEntry } from '../rig'
import { signOn } from './device'
import type { Machine } from './load'

/** A server with many machines, all of them with a device key, and a board that shows four of them. */
export interface IngestRig {
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
export async function startIngestRig(
  count: number,
  environment: Record<string, string> = {},
  main?: string,
): Promise<IngestRig> {
  const product = await startProduct({ ...settings, ...environment }, main)
  const url = product.url.replace('localhost', '127.0.0.1')
  return makeRig(
    {
      url,
      pid: product.pid(),
      databaseUrl: environment.DATABASE_URL ?? databaseOf(product.dataFolder),
      stop: product.stop,
    },
    count,
  )
}

const settings = { LOG_LEVEL: 'warn', TRUST_PROXY: '1' }

async function makeRig(
  server: Pick<IngestRig, 'url' | 'pid' | 'databaseUrl' | 'stop'>,
  count: number,
): Promise<IngestRig> {
  const { url } = server
  await openRegistration(server.databaseUrl)
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

/** A server behind a proxy makes its first account with a code that it prints; here the first one registers like any other. */
async function openRegistration(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ waits: boolean }>(`select to_regclass('setup_codes') is not null as waits`)
  if (rows[0]!.waits) await client.query('delete from setup_codes')
  await client.end()
}

/** Makes one more database on the PostgreSQL of another rig. Answers its address. */
export async function addDatabase(databaseUrl: string, name: string): Promise<string> {
  const own = new URL(databaseUrl)
  own.pathname = `/${name}`
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return own.href
}

/** The same with each post in a transaction of its own, in a database of its own on the PostgreSQL of another rig. */
export async function startUngroupedRig(count: number, databaseUrl: string): Promise<IngestRig> {
  return startIngestRig(
    count,
    { DATABASE_URL: await addDatabase(databaseUrl, 'ungrouped') },
    'bench/src/ingest/ungroupedServer.ts',
  )
}

/** The server of a commit, in a database of its own on the PostgreSQL of another rig. */
export async function startOldRig(ref: string, count: number, databaseUrl: string): Promise<IngestRig> {
  const own = await addDatabase(databaseUrl, 'old')
  const release = unpackRelease(path.resolve(import.meta.dirname, '../../..'), ref)
  const { url, pid, stop } = await release.start({ ...settings, DATABASE_URL: own })
  return makeRig({ url, pid, databaseUrl: own, stop: () => stop().then(release.remove) }, count)
}

const provider = 'bench'
const players = 4

/** A new device, whose maker signs for it, on a new machine of the owner's. Paired in the database, because the API limits pairing. */
async function addDevice(
  { url }: IngestRig,
  client: pg.Client,
  owner: Owner,
  privateKey: string,
  name: string,
): Promise<Machine> {
  const id = await addVenueMachine(owner, name, 'Medieval')
  const device = { provider, uuid: crypto.randomUUID() as string, privateKey }
  const key = await signOn(url, device)
  await client.query('update devices set venue_machine_id = $1 where uuid = $2', [id, device.uuid])
  return { id, key, session: crypto.randomUUID(), device }
}

/** Begins a game on each machine and gives its four slots to these users. */
async function claimAll(
  { url }: IngestRig,
  client: pg.Client,
  machines: readonly Machine[],
  users: readonly Owner[],
): Promise<void> {
  for (const { key, session } of machines) {
    await fetch(`${url}/api/entry/`, {
      method: 'POST',
      headers: { authorization: `SToken ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(fourPlayerEntry(session, 1, 1_010)),
    })
  }
  // Written to the database: the API limits claims. Changing the initials afterwards makes the server read the players again.
  for (const [at, { username }] of users.entries()) {
    await client.query(
      `insert into game_claims (game_id, position, user_id)
       select g.id, $1, u.id from games g, users u where g.venue_machine_id = any($2) and u.username = $3`,
      [at + 1, machines.map(({ id }) => id), username],
    )
  }
  for (const user of users) await user.call('PATCH', '/api/user_profile/update/', { initials: 'ABC' })
}

/** As many machines again, whose devices sign on again in each round; four players have claimed each game. */
export async function addSignedMachines(rig: IngestRig): Promise<Machine[]> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const client = new pg.Client(rig.databaseUrl)
  await client.connect()
  // Its last 65 bytes are the point.
  await client.query('insert into providers (name, public_key) values ($1, $2)', [
    provider,
    publicKey.export({ format: 'der', type: 'spki' }).subarray(-65),
  ])
  const owner = await registerOwner(rig.url, 'signed')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  const machines: Machine[] = []
  for (const [made] of rig.machines.entries()) machines.push(await addDevice(rig, client, owner, pem, `Signed ${made}`))
  const users: Owner[] = [owner]
  for (let made = 1; made < players; made += 1) users.push(await registerOwner(rig.url, `player${made}`))
  await claimAll(rig, client, machines, users)
  await client.end()
  return machines
}
