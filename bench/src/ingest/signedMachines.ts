import { generateKeyPairSync } from 'node:crypto'
import { addVenueMachine, registerOwner, type Owner } from '@multiball/e2e/account'
import pg from 'pg'
import { signOn } from './device'
import type { IngestStage } from './ingestStage'
import type { Machine } from './load'
import { fourPlayerEntry } from '../stage'

const provider = 'bench'
const players = 4

/** A new device, whose maker signs for it, on a new machine of the owner's. Paired in the database: nobody may do that often. */
async function addDevice({ url }: IngestStage, client: pg.Client, owner: Owner, privateKey: string, name: string): Promise<Machine> {
  const id = await addVenueMachine(owner, name, 'Medieval')
  const device = { provider, uuid: crypto.randomUUID() as string, privateKey }
  const key = await signOn(url, device)
  await client.query('update devices set venue_machine_id = $1 where uuid = $2', [id, device.uuid])
  return { id, key, session: crypto.randomUUID(), device }
}

/** Begins a game on each machine and gives its four slots to these users. */
async function claimAll({ url }: IngestStage, client: pg.Client, machines: readonly Machine[], users: readonly Owner[]): Promise<void> {
  for (const { key, session } of machines) {
    await fetch(`${url}/api/entry/`, {
      method: 'POST',
      headers: { authorization: `SToken ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(fourPlayerEntry(session, 1, 1_010)),
    })
  }
  // Nobody may claim that often; who is called otherwise afterwards is read again.
  for (const [at, { username }] of users.entries()) {
    await client.query(
      `insert into game_claims (game_id, position, user_id)
       select g.id, $1, u.id from games g, users u where g.venue_machine_id = any($2) and u.username = $3`,
      [at + 1, machines.map(({ id }) => id), username],
    )
  }
  for (const user of users) await user.call('PATCH', '/api/user_profile/update/', { initials: 'ABC' })
}

/** As many machines again: their devices sign on anew for each round, and four players have claimed each game. */
export async function addSignedMachines(stage: IngestStage): Promise<Machine[]> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const client = new pg.Client(stage.databaseUrl)
  await client.connect()
  // Its last 65 bytes are the point.
  await client.query('insert into providers (name, public_key) values ($1, $2)', [provider, publicKey.export({ format: 'der', type: 'spki' }).subarray(-65)])
  const owner = await registerOwner(stage.url, 'signed')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  const machines: Machine[] = []
  for (const [made] of stage.machines.entries()) machines.push(await addDevice(stage, client, owner, pem, `Signed ${made}`))
  const users: Owner[] = [owner]
  for (let made = 1; made < players; made += 1) users.push(await registerOwner(stage.url, `player${made}`))
  await claimAll(stage, client, machines, users)
  await client.end()
  return machines
}
