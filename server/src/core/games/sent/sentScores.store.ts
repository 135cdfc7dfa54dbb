import { scoreToWire } from '@multiball/shared/schema'
import type { SentScore, WaitingScore } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../../../ground/database'
import { overlapping } from '../../../ground/database/overlapping'
import type { Paging } from '../../../ground/http/page'
import type { Picture } from '../../../ground/media/images'
import { playerOf, userJson } from '../claimers'
import type { ClaimerJson } from '../claimers'
import { holdPlayer, tellHeldGame } from '../entered/entered.store'
import type { OpenLink } from './guestLinks.store'
import { keepPhoto } from './photos.store'

type Db = Kysely<Tables>

/** Who sent it: an account, or a browser. */
export type Sender = { user: number } | { guest: number }

interface NewSentScore {
  /** 32 hex digits: sent twice, it is one score */
  uuid: string
  score: bigint
  /** the name that it is under; null: that of the account */
  guest: string | null
  note: string | null
  photo: Picture | undefined
}

const mostWaiting = 500

/** What became of it: its id; `elsewhere` where its uuid is that of another machine's, `full` while too many wait at this one, `closed` where the link has just been switched off. */
type Inserted = { id: number } | 'elsewhere' | 'full' | 'closed'

/** The score with this uuid, as far as it was sent before. */
export async function findSent(
  db: Db,
  uuid: string,
  venueMachineId: number,
): Promise<{ id: number } | 'elsewhere' | undefined> {
  const sent = await db
    .selectFrom('sent_scores')
    .select(['id', 'venue_machine_id'])
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  return sent && (sent.venue_machine_id === venueMachineId ? { id: sent.id } : 'elsewhere')
}

async function insertWithin(trx: Db, link: OpenLink, sender: Sender, sent: NewSentScore): Promise<Inserted> {
  const { venue_machine_id, owner_id } = link
  // Accounts before all else, as their removal does.
  const accounts = [...new Set([owner_id, ...('user' in sender ? [sender.user] : [])])]
  const held = await sql`select from users where id = any (${accounts}::bigint[]) order by id for key share`.execute(
    trx,
  )
  // One at a time at a machine, so that what was counted holds.
  const open = await sql`
    select from guest_links where venue_machine_id = ${venue_machine_id} and mode <> 'off' for update
  `.execute(trx)
  if (held.rows.length < accounts.length || open.rows.length === 0) return 'closed'
  const before = await findSent(trx, sent.uuid, venue_machine_id)
  if (before) return before
  const { rows: waiting } = await sql`
    select from sent_scores where venue_machine_id = ${venue_machine_id} and accepted is null limit ${mostWaiting}
  `.execute(trx)
  if (waiting.length >= mostWaiting) return 'full'
  const made = await trx
    .insertInto('sent_scores')
    .values({
      uuid: sent.uuid,
      venue_machine_id,
      owner_id,
      user_id: 'user' in sender ? sender.user : null,
      guest_id: 'guest' in sender ? sender.guest : null,
      guest: sent.guest,
      score: sent.score,
      note: sent.note,
    })
    // The same phone at two machines at once.
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return 'elsewhere'
  if (sent.photo) await keepPhoto(trx, owner_id, { sent_score_id: made.id }, sent.photo)
  return made
}

/** Stores a score that waits. Throws 400 where there is no room for its photo. */
export const insertSent = (db: Db, link: OpenLink, sender: Sender, sent: NewSentScore): Promise<Inserted> =>
  overlapping(() => db.transaction().execute((trx) => insertWithin(trx, link, sender, sent)))

/** Whether an account's scores need no yes in a venue. */
export const isAlwaysAccepted = async (db: Db, venueId: number, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('always_accepted')
    .select('user_id')
    .where('venue_id', '=', venueId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

/** How a score stands. `made`: its game has just been made. `detail` says why it still waits. */
export interface Standing {
  state: 'waiting' | 'accepted' | 'declined' | 'gone'
  game: number | null
  detail?: string
  made?: { venueMachineId: number; playedAt: Date }
}

const isRetired = 'This machine was removed from its venue, so no score can be added to it.'

async function acceptWithin(
  trx: Db,
  id: number,
  ownerId: number,
  always: boolean,
  refusalOf: (venueMachineId: number) => Error | undefined,
): Promise<Standing> {
  const found = await trx
    .selectFrom('sent_scores')
    .select(['user_id', 'guest_id', 'guest'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!found) return { state: 'gone', game: null }
  // The account or the browser before the score, as their removal does.
  await holdPlayer(trx, found.user_id)
  await sql`select from guests where id = ${found.guest_id} for key share`.execute(trx)
  const { rows } = await sql<{
    venue_machine_id: number
    venue_id: number
    is_retired: boolean
    user_id: number | null
    guest_id: number | null
    guest: string | null
    score: string
    note: string | null
    sent_at: Date
    accepted: boolean | null
    game_uuid: string
    game_id: number | null
  }>`
    select s.venue_machine_id, v.id as venue_id, vm.retired_at is not null or v.retired_at is not null as is_retired, s.user_id, s.guest_id, s.guest,
      s.score::text as score, s.note, s.sent_at, s.accepted, s.game_uuid, s.game_id
    from sent_scores s join venue_machines vm on vm.id = s.venue_machine_id join venues v on v.id = vm.venue_id
    where s.id = ${id} for update of s
  `.execute(trx)
  const [sent] = rows
  if (!sent) return { state: 'gone', game: null }
  const { guest, user_id: user } = sent
  if (always && guest === null && user !== null && sent.accepted !== false)
    await trx
      .insertInto('always_accepted')
      .values({ venue_id: sent.venue_id, user_id: user })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  if (sent.accepted !== null) return { state: sent.accepted ? 'accepted' : 'declined', game: sent.game_id }
  if (sent.is_retired) return { state: 'waiting', game: null, detail: isRetired }
  const { venue_machine_id: venueMachineId, sent_at: playedAt } = sent
  const refusal = refusalOf(venueMachineId)
  if (refusal) throw refusal
  const told = await tellHeldGame(trx, {
    venueMachineId,
    uuid: sent.game_uuid,
    by: 'guest',
    playedAt,
    score: BigInt(sent.score),
    user: guest === null ? user : null,
    guest,
    guestId: sent.guest_id,
    note: sent.note,
  })
  const game = told?.id ?? null
  await sql`update sent_scores set accepted = true, decided_at = now(), game_id = ${game} where id = ${id}`.execute(trx)
  await sql`update score_photos set game_id = ${game} where sent_score_id = ${id}`.execute(trx)
  return { state: 'accepted', game, made: { venueMachineId, playedAt } }
}

/**
 * Makes the game of a score that waits: one, however often the owner says yes, and at however many servers. With `always` its account needs
 * no yes in this venue from now on. Throws 400 where that account is just being removed, and what `refusalOf` answers for its machine.
 */
export const acceptSent = (
  db: Db,
  id: number,
  ownerId: number,
  always: boolean,
  refusalOf: (venueMachineId: number) => Error | undefined,
): Promise<Standing> =>
  overlapping(() => db.transaction().execute((trx) => acceptWithin(trx, id, ownerId, always, refusalOf)))

/** Says no to a score that waits; its photo goes at once. */
export const declineSent = (db: Db, id: number, ownerId: number): Promise<Standing> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ accepted: boolean | null; game_id: number | null }>`
      select accepted, game_id from sent_scores where id = ${id} and owner_id = ${ownerId} for update
    `.execute(trx)
    const [sent] = rows
    if (!sent) return { state: 'gone', game: null }
    if (sent.accepted) return { state: 'accepted', game: sent.game_id }
    if (sent.accepted === null) {
      await sql`update sent_scores set accepted = false, decided_at = now() where id = ${id}`.execute(trx)
      await trx.deleteFrom('score_photos').where('sent_score_id', '=', id).execute()
    }
    return { state: 'declined', game: null }
  })

const bySender = (sender: Sender) =>
  'user' in sender ? sql`s.user_id = ${sender.user}` : sql`s.guest_id = ${sender.guest}`

/** Takes back a score that waits. False where it does not wait any more. */
export async function withdrawSent(db: Db, uuid: string, sender: Sender): Promise<boolean> {
  const { rows } = await sql`
    delete from sent_scores s where uuid = ${uuid}::uuid and accepted is null and ${bySender(sender)} returning 1
  `.execute(db)
  return rows.length > 0
}

interface MachineRow {
  venue_machine_id: number
  venue_name: string
  machine_id: number
  machine_name: string
}

interface ListedRow extends MachineRow {
  id: number
  /** digits */
  score: string
  guest: string | null
  note: string | null
  sent_at: Date
  has_photo: boolean
}

const listedColumns = sql`
  s.id, s.score::text as score, s.guest, s.note, s.sent_at, p.id is not null as has_photo,
  s.venue_machine_id, v.name as venue_name, m.id as machine_id, m.name as machine_name`

const listedFrom = sql`
  sent_scores s join venue_machines vm on vm.id = s.venue_machine_id join venues v on v.id = vm.venue_id join machines m on m.id = vm.machine_id
  left join score_photos p on p.sent_score_id = s.id`

/** The machine that a score was sent to, as answers have it. */
export const playedMachine = (row: MachineRow) => ({
  id: row.venue_machine_id,
  venue: { name: row.venue_name },
  machine: { id: row.machine_id, name: row.machine_name },
})

const listed = (row: ListedRow) => ({
  venuemachine: playedMachine(row),
  score: scoreToWire(BigInt(row.score)),
  guest: row.guest,
  note: row.note,
  sent_on: row.sent_at.toISOString(),
  has_photo: row.has_photo,
})

async function countSent(db: Db, test: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from sent_scores s where ${test}`.execute(db)
  return rows[0]!.count
}

/** How far down a place is counted. */
const lastPlace = 1_000

async function readSent(db: Db, test: RawBuilder<unknown>, { limit, offset }: Paging): Promise<SentScore[]> {
  const { rows } = await sql<
    ListedRow & { uuid: string; accepted: boolean | null; game_id: number | null; better: number | null }
  >`
    select ${listedColumns}, s.uuid::text as uuid, s.accepted, s.game_id,
      case when s.accepted is distinct from false then (
        select count(*) from (select from settled_scores b where b.venue_machine_id = s.venue_machine_id and b.score > s.score limit ${lastPlace}) best
      ) end as better
    from ${listedFrom} where ${test} order by s.id desc limit ${limit} offset ${offset}
  `.execute(db)
  return rows.map((row) => ({
    uuid: row.uuid.replaceAll('-', ''),
    ...listed(row),
    state: row.accepted === null ? 'waiting' : row.accepted ? 'accepted' : 'declined',
    game: row.game_id,
    rank: row.better === null || row.better >= lastPlace ? null : row.better + 1,
  }))
}

/** One score as who sent it sees it; undefined where it is gone. */
export const readSentById = async (db: Db, id: number): Promise<SentScore | undefined> =>
  (await readSent(db, sql`s.id = ${id}`, { limit: 1, offset: 0 }))[0]

/** What somebody has sent, the newest first. */
export async function listSent(db: Db, sender: Sender, paging: Paging): Promise<{ count: number; sent: SentScore[] }> {
  const test = bySender(sender)
  return { count: await countSent(db, test), sent: await readSent(db, test, paging) }
}

const waitsFor = (ownerId: number) => sql`s.owner_id = ${ownerId} and s.accepted is null`

/** What waits for an owner, the one that was sent first comes first. */
export async function listWaiting(
  db: Db,
  ownerId: number,
  { limit, offset }: Paging,
): Promise<{ count: number; waiting: WaitingScore[] }> {
  const { rows } = await sql<ListedRow & { player: ClaimerJson | null }>`
    select ${listedColumns}, ${userJson} as player
    from ${listedFrom} left join users u on u.id = s.user_id and s.guest is null
    where ${waitsFor(ownerId)} order by s.id limit ${limit} offset ${offset}
  `.execute(db)
  return {
    count: await countSent(db, waitsFor(ownerId)),
    waiting: rows.map((row) => ({ id: row.id, ...listed(row), player: row.player && playerOf(row.player) })),
  }
}

/** How many wait for an owner. */
export const countWaiting = (db: Db, ownerId: number): Promise<number> => countSent(db, waitsFor(ownerId))

/** Removes what was decided before a moment; the games stay. */
export const removeDecided = async (db: Db, before: Date): Promise<void> =>
  void (await sql`delete from sent_scores where decided_at < ${before}`.execute(db))
