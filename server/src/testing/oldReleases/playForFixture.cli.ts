import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openPostgres } from '../../ground/database'
import { serverFolder } from '../../ground/process/config'
import { unpackRelease } from '../release'
import { withSession } from '../../backup/tables'
import { writeBackup } from '../../backup/writeBackup'

/*
 * Made the files in server/fixtures/backups, of which a test shows that they can be restored for ever:
 *
 *   node platform/run.mjs server/src/testing/oldReleases/playForFixture.cli.ts COMMIT FILE
 *
 * Runs the server of an earlier commit on a database of its own, plays games on it through its calls, and backs that up.
 */

const [commit = '', file = ''] = process.argv.slice(2)
const root = path.dirname(serverFolder)
const dataFolder = mkdtempSync(path.join(tmpdir(), 'multiball-fixture-'))
// PostgreSQL may have to run as another user.
chmodSync(dataFolder, 0o755)
const release = unpackRelease(root, commit)
const { url, stop } = await release.start({ DATA_DIR: dataFolder })

async function call<Answer = { id: number }>(
  method: string,
  path: string,
  token: string | undefined,
  body?: object,
): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: { ...(token && { authorization: `Token ${token}` }), ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

const password = 'Plunger-7-lane'

async function register(
  username: string,
  names: { first_name: string; last_name: string; initials: string; display_name: string },
) {
  const { id } = await call('POST', '/api/account/register/', undefined, {
    username,
    password,
    email: `${username}@example.org`,
    ...names,
  })
  return { id, ...(await call<{ token: string }>('POST', '/api/auth/', undefined, { username, password })) }
}

const owner = await register('maria', { first_name: 'Maria', last_name: 'Okonkwo', initials: 'MOK', display_name: '' })
const player = await register('jürgen', {
  first_name: 'Jürgen',
  last_name: 'Ångström',
  initials: 'JÅ',
  display_name: 'Tilt 🎱 "the" \\N Jürgen',
})

async function addMachine(venue: number, search: string) {
  const { results } = await call<{ results: { id: number }[] }>(
    'GET',
    `/api/machines/?search=${encodeURIComponent(search)}&limit=1`,
    owner.token,
  )
  const { id } = await call('POST', '/api/venuemachine/', owner.token, { venue, machine: results[0]!.id })
  const { key } = await call<{ key: string }>('POST', `/api/venuemachine/${id}/device_key/`, owner.token)
  return { id, key }
}

const venue = await call('POST', '/api/venue/', owner.token, { name: 'Silver Ball Arcade' })
const medieval = await addMachine(venue.id, 'Medieval Madness')
const attack = await addMachine(venue.id, 'Attack from Mars')
const board = { venuemachine_items: [{ venuemachine: medieval.id }] }
await call('POST', '/api/scoreboard/', owner.token, { title: 'Front window', is_public: true, ...board })
await call('POST', '/api/scoreboard/', owner.token, {
  title: 'Back office',
  is_public: false,
  venuemachine_items: [{ venuemachine: medieval.id }, { venuemachine: attack.id }],
})
const gone = await call('POST', '/api/scoreboard/', owner.token, { title: 'Taken down', is_public: true, ...board })
await fetch(`${url}/api/scoreboard/${gone.id}/`, {
  method: 'DELETE',
  headers: { authorization: `Token ${owner.token}` },
})

const { url: databaseUrl } = await openPostgres({ dataFolder })
/** Only the demo of that time could claim a slot. */
const claim = (venueMachine: number, position: number, user: number) =>
  withSession(databaseUrl, undefined, (client) =>
    client.query(
      'insert into game_claims (game_id, position, user_id) select max(id), $2, $3 from games where venue_machine_id = $1',
      [venueMachine, position, user],
    ),
  )

let games = 0
async function play(
  { id, key }: { id: number; key: string },
  scores: string[],
  { claimant, isOver = true }: { claimant?: number; isOver?: boolean } = {},
) {
  games += 1
  const session_uuid = `00000000-0000-4000-8000-${String(games).padStart(12, '0')}`
  const state = (share: bigint) =>
    Object.fromEntries(
      scores.map((score, slot) => [`current_p${slot + 1}_score`, String((BigInt(score) * share) / 3n)]),
    )
  const entry = (sequence: bigint, more: object) =>
    call('POST', '/api/entry/', key, {
      session_uuid,
      session_sequence: Number(sequence),
      current_player: 1,
      current_ball: Number(sequence),
      ...state(sequence),
      ...more,
    })
  await entry(1n, { active: true, game_modes: ['MB{red}:Castle "Multiball"'] })
  await entry(2n, { active: true })
  if (claimant) await claim(id, 1, claimant)
  await entry(3n, { active: !isOver })
}

await play(medieval, ['1284906530', '38914220'], { claimant: player.id })
await play(medieval, ['9007199254740993'])
await play(attack, ['500000', '400000', '300000', '200000'], { claimant: owner.id })
await play(attack, ['77000'], { isOver: false })

await writeBackup(databaseUrl, path.resolve(root, file), { force: true })
await stop()
release.remove()
rmSync(dataFolder, { recursive: true, force: true })
