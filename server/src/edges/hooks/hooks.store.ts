import type { HookDelivery, HookInput, HookShape } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { quotas, requireRoom } from '../../core/accounts/quotas'
import type { Tables } from '../../ground/database/tables'

type Db = Kysely<Tables>

/** What a hook tells of, as far as its owner may see it. */
export interface HookSubject {
  owner_id: number
  venue_id: number | null
  board_type: string | null
  board_id: number | null
}

export interface HookRow extends HookSubject {
  id: number
  /** of the venue, or the board */
  name: string
  url: string
  shape: HookShape
  created_at: Date
  waiting: number
  failing_since: Date | null
  paused_at: Date | null
  old_secret_until: Date | null
}

const shownRows = (where: RawBuilder<unknown>, now: Date) => sql<HookRow>`
  select h.id, h.owner_id, h.venue_id, h.board_type, h.board_id, coalesce(v.name, b.title) as name, h.url, h.shape, h.created_at,
    h.failing_since, h.paused_at, case when h.old_secret_until > ${now} then h.old_secret_until end as old_secret_until,
    (select count(*)::int from hook_deliveries d where d.hook_id = h.id and d.next_attempt_at is not null) as waiting
  from hooks h left join venues v on v.id = h.venue_id left join boards b on b.type = h.board_type and b.id = h.board_id
  where v.retired_at is null and ${where} order by h.id desc`

/** An owner's hooks, the newest first; without those of venues that were removed. */
export const listHooks = async (db: Db, ownerId: number, now: Date): Promise<HookRow[]> =>
  (await shownRows(sql`h.owner_id = ${ownerId}`, now).execute(db)).rows

export const findHook = async (db: Db, id: number, ownerId: number, now: Date): Promise<HookRow | undefined> =>
  (await shownRows(sql`h.owner_id = ${ownerId} and h.id = ${id}`, now).execute(db)).rows[0]

/** Answers its id; undefined where the owner has no such venue or board. Throws 400 when the account has the most. */
export const insertHook = (
  db: Db,
  ownerId: number,
  { venue, board, url, shape }: Required<HookInput>,
  { secret, place }: { secret: string; place: number },
): Promise<number | undefined> =>
  db.transaction().execute(async (trx) => {
    await requireRoom(trx, ownerId, sql`select from hooks where owner_id = ${ownerId}`, quotas.hooks, 'webhooks')
    const { rows } = await sql<{ id: number }>`
      insert into hooks (owner_id, venue_id, board_type, board_id, url, shape, secret, read_to)
      select ${ownerId}::bigint, v.id, b.type, b.id, ${url}::text, ${shape}::text, ${secret}::text, ${place}::bigint
      from (values (1)) as one (one)
      left join venues v on v.id = ${venue}::bigint and v.owner_id = ${ownerId} and v.retired_at is null
      left join boards b on b.type = ${board?.type ?? null}::text and b.id = ${board?.id ?? null}::bigint and b.owner_id = ${ownerId}
      where num_nonnulls(v.id, b.id) = 1
      returning id
    `.execute(trx)
    return rows[0]?.id
  })

/** Another address or shape: what failed at the one before says nothing of it. */
export const changeHook = (db: Db, id: number, ownerId: number, { url, shape }: { url: string; shape: HookShape }) =>
  db
    .updateTable('hooks')
    .set({ url, shape, failures: 0, failing_since: null, resting_until: sql<Date>`'-infinity'` })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .execute()

/** False when the owner has no such hook. */
export const deleteHook = async (db: Db, id: number, ownerId: number): Promise<boolean> =>
  (await db.deleteFrom('hooks').where('id', '=', id).where('owner_id', '=', ownerId).executeTakeFirst())
    .numDeletedRows > 0n

/** A new secret; the one before signs, too, until then. */
export const putSecret = (db: Db, id: number, ownerId: number, secret: string, oldUntil: Date) =>
  sql`
    update hooks set old_secret = secret, old_secret_until = ${oldUntil}, secret = ${secret}
    where id = ${id} and owner_id = ${ownerId}
  `.execute(db)

const mostShown = 50
/** While so many wait, no more are made: the stream keeps them. */
const mostWaiting = 100

/** The last deliveries of a hook, the newest first. */
export async function listDeliveries(db: Db, hookId: number): Promise<HookDelivery[]> {
  const rows = await db
    .selectFrom('hook_deliveries')
    .selectAll()
    .where('hook_id', '=', hookId)
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map((row) => ({
    id: row.delivery,
    moment: row.moment,
    state: row.delivered_at ? 'delivered' : row.next_attempt_at ? 'waiting' : 'failed',
    created_at: row.created_at.toISOString(),
    attempts: row.attempts,
    status: row.status,
    answer: row.answer,
    trouble: row.trouble,
    duration_ms: row.duration_ms,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  }))
}

/** Statement that forgets what came of deliveries before the last ones of a hook. */
const forgetting = (hookId: number) => sql`
  delete from hook_deliveries where hook_id = ${hookId} and next_attempt_at is null
    and id < (select min(id) from (select id from hook_deliveries where hook_id = ${hookId} order by id desc limit ${mostShown}) newest)`

/** A delivery that is tried once, whatever state its hook is in. */
export const insertTest = (db: Db, hookId: number, body: string, now: Date) =>
  sql`
    with forgotten as (${forgetting(hookId)})
    insert into hook_deliveries (hook_id, body, next_attempt_at, created_at) values (${hookId}, ${body}, ${now}, ${now})
  `.execute(db)

export interface ReadingHook extends HookSubject {
  id: number
  shape: HookShape
  /** in the stream */
  read_to: number
  /** how many more may wait */
  room: number
}

/** Hooks that have not read on to this place of the stream, and have room. */
export async function hooksBehind(db: Db, newest: number): Promise<ReadingHook[]> {
  const { rows } = await sql<ReadingHook>`
    select id, owner_id, venue_id, board_type, board_id, shape, read_to, ${mostWaiting}::int - waiting.count as room
    from hooks h, lateral (
      select count(*)::int as count from hook_deliveries d where d.hook_id = h.id and d.next_attempt_at is not null
    ) waiting
    where read_to < ${newest} and paused_at is null and waiting.count < ${mostWaiting} order by read_to, id limit 1000
  `.execute(db)
  return rows
}

interface NewDelivery {
  place: number
  moment: string
  body: string
}

/** What a hook has read, and that it has: whole or not at all, and once. Also forgets old deliveries. */
export async function putDeliveries(
  db: Db,
  { id, read_to }: Pick<ReadingHook, 'id' | 'read_to'>,
  readTo: number,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<void> {
  await sql`
    with read as (update hooks set read_to = ${readTo} where id = ${id} and read_to = ${read_to} and paused_at is null returning id),
    forgotten as (${forgetting(id)})
    insert into hook_deliveries (hook_id, place, moment, body, next_attempt_at, created_at)
    select read.id, d.place, d.moment, d.body, ${now}, ${now}
    from read, json_to_recordset(${JSON.stringify(deliveries)}) as d (place bigint, moment text, body text) order by d.place
  `.execute(db)
}

/** Which of these moments a hook was told already, as far as that is remembered. */
export async function toldMoments(db: Db, hookId: number, moments: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('hook_deliveries')
    .select('moment')
    .where('hook_id', '=', hookId)
    .where('moment', 'in', moments)
    .execute()
  return new Set(rows.map(({ moment }) => moment!))
}

export interface TakenDelivery {
  id: number
  hook_id: number
  delivery: string
  isTest: boolean
  body: string
  /** this one included */
  attempts: number
  created_at: Date
  url: string
  secrets: string[]
}

/**
 * Takes a delivery that is due, of a hook at which no other one is, and keeps that hook until `until`: should this server die, it
 * is delivered again. Hooks that fail come after the others.
 * @param ofHealthy only of hooks that did not fail last
 */
export async function takeDelivery(
  db: Db,
  now: Date,
  until: Date,
  ofHealthy: boolean,
): Promise<TakenDelivery | undefined> {
  // A test does not wait for a hook that rests or is paused.
  const isDue = sql`d.next_attempt_at <= ${now} and (d.place is null or (h.paused_at is null and h.resting_until <= ${now}))`
  const { rows } = await sql<TakenDelivery>`
    with chosen as (
      select h.id from hooks h
      where h.busy_until <= ${now} and (h.failures = 0 or not ${ofHealthy}::boolean)
        and exists (select from hook_deliveries d where d.hook_id = h.id and ${isDue})
      order by h.failures, h.resting_until, h.id limit 1 for no key update skip locked
    ), held as (
      update hooks h set busy_until = ${until} from chosen where h.id = chosen.id returning h.*
    )
    update hook_deliveries taken set attempts = taken.attempts + 1
    from held h where taken.id = (
      select d.id from hook_deliveries d where d.hook_id = h.id and ${isDue} order by d.place is not null, d.next_attempt_at, d.id limit 1
    )
    returning taken.id, taken.hook_id, taken.delivery, taken.place is null as "isTest", taken.body, taken.attempts, taken.created_at,
      h.url, array_remove(array[h.secret, case when h.old_secret_until > ${now} then h.old_secret end], null) as secrets
  `.execute(db)
  return rows[0]
}

/** What came of an attempt. */
export interface Outcome {
  status: number | null
  answer: string | null
  trouble: string | null
  durationMs: number
}

const noted = ({ status, answer, trouble, durationMs }: Outcome) => ({
  status,
  answer,
  trouble,
  duration_ms: durationMs,
})

/**
 * It arrived: its hook is well again, and reads on. One that was paused goes on with what is new.
 * @param newest place of the stream
 */
export const markDelivered = (db: Db, { id, hook_id }: TakenDelivery, outcome: Outcome, now: Date, newest: number) =>
  db.transaction().execute(async (trx) => {
    await sql`
      update hooks set busy_until = '-infinity', resting_until = '-infinity', failures = 0, failing_since = null,
        read_to = case when paused_at is null then read_to else greatest(read_to, ${newest}) end, paused_at = null
      where id = ${hook_id}
    `.execute(trx)
    await trx
      .updateTable('hook_deliveries')
      .set({ ...noted(outcome), delivered_at: now, next_attempt_at: null })
      .where('id', '=', id)
      .execute()
  })

/** A test that did not arrive says nothing of the others. */
export const markTestFailed = (db: Db, { id, hook_id }: TakenDelivery, outcome: Outcome) =>
  db.transaction().execute(async (trx) => {
    await sql`update hooks set busy_until = '-infinity' where id = ${hook_id}`.execute(trx)
    await trx
      .updateTable('hook_deliveries')
      .set({ ...noted(outcome), next_attempt_at: null })
      .where('id', '=', id)
      .execute()
  })

/** Of a hook that has just been paused, and its owner. */
interface Paused {
  url: string
  name: string
  username: string
  /** null where it was not confirmed */
  email: string | null
}

interface Failure {
  now: Date
  /** how long to leave a hook alone that has failed so often in a row, in ms */
  pauseAfter: (failures: number) => number
  /** when this delivery is tried again; null: not any more */
  again: Date | null
  /** it is paused where it has failed since before then */
  failingBefore: Date
}

/** It did not arrive. Answers the hook where this has paused it, in the transaction of `onPaused`; what waits is given up then. */
export const markFailed = (
  db: Db,
  { id, hook_id }: TakenDelivery,
  outcome: Outcome,
  { now, pauseAfter, again, failingBefore }: Failure,
  onPaused: (trx: Db, paused: Paused) => Promise<void>,
) =>
  db.transaction().execute(async (trx) => {
    const hook = await trx
      .selectFrom('hooks')
      .select(['failures', 'failing_since'])
      .where('id', '=', hook_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    // Its owner has just removed it.
    if (!hook) return
    const isOver = hook.failing_since !== null && hook.failing_since <= failingBefore
    await trx
      .updateTable('hooks')
      .set({
        busy_until: sql<Date>`'-infinity'`,
        failures: hook.failures + 1,
        failing_since: hook.failing_since ?? now,
        resting_until: new Date(now.getTime() + pauseAfter(hook.failures + 1)),
        ...(isOver && { paused_at: now }),
      })
      .where('id', '=', hook_id)
      .execute()
    await trx
      .updateTable('hook_deliveries')
      .set({ ...noted(outcome), next_attempt_at: again })
      .where('id', '=', id)
      .execute()
    if (!isOver) return
    await trx
      .updateTable('hook_deliveries')
      .set({ next_attempt_at: null })
      .where('hook_id', '=', hook_id)
      .where('place', 'is not', null)
      .execute()
    const { rows } = await sql<Paused>`
      select h.url, coalesce(v.name, b.title) as name, u.username, case when u.verified_at is not null then u.email end as email
      from hooks h join users u on u.id = h.owner_id left join venues v on v.id = h.venue_id
      left join boards b on b.type = h.board_type and b.id = h.board_id where h.id = ${hook_id}
    `.execute(trx)
    if (rows[0]) await onPaused(trx, rows[0])
  })
