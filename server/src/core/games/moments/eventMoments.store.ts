import { isDeepStrictEqual } from 'node:util'
import { EventDocument } from '@multiball/shared/schema'
import type { BoardType, EventMoment, MomentEntry, MomentState } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../../ground/database/tables'
import type { Paging } from '../../../ground/http/page'
import { countRows } from '../../../ground/http/page'
import type { BoardName } from '../../boards/visibility'
import { nextPlace, readEntries, waitForTurn } from './moments.store'
import { tellEvent } from './tellEvents'
import type { EventNews, KnownEvent } from './tellEvents'

type Db = Kysely<Tables>

const feedsAtOnce = 50
/** of one board; the oldest are forgotten */
const mostKept = 2_000

interface PostedEvent {
  board_type: BoardType
  board_id: number
  name: string
  document: unknown
  posted_at: Date
  known: KnownEvent | null
}

/** Tells what tournaments tell that were posted since, in this transaction. */
export async function tellPosted(trx: Db): Promise<void> {
  const { rows: due } = await sql<{ board_type: string; board_id: number; name: string }>`
    delete from events_due where id in (select id from events_due order by id limit ${feedsAtOnce}) returning board_type, board_id, name
  `.execute(trx)
  const { rows: posted } = await sql<PostedEvent>`
    select feed.board_type, feed.board_id, feed.name, feed.document, feed.posted_at, k.known
    from board_feeds feed left join events_known k using (board_type, board_id, name)
    where (feed.board_type, feed.board_id, feed.name) in (
      select * from unnest(${due.map((feed) => feed.board_type)}::text[], ${due.map((feed) => feed.board_id)}::bigint[], ${due.map((feed) => feed.name)}::text[])
    ) and feed.sequence is not null
    -- Its board stays until this is written.
    order by feed.board_type, feed.board_id, feed.name for key share of feed
  `.execute(trx)
  for (const { document, ...feed } of posted) {
    const event = v.safeParse(EventDocument, document)
    if (event.success) await write(trx, feed, event.output)
  }
}

async function write(trx: Db, feed: Omit<PostedEvent, 'document'>, document: EventDocument): Promise<void> {
  const { board_type: type, board_id: id, name, posted_at } = feed
  const { known, told, gone } = tellEvent(
    `${type}:${id}:${name}`,
    feed.known ?? undefined,
    document,
    posted_at.getTime(),
  )
  await sql`
    insert into events_known (board_type, board_id, name, known) values (${type}, ${id}, ${name}, ${JSON.stringify(known)})
    on conflict (board_type, board_id, name) do update set known = excluded.known
  `.execute(trx)
  await sql`
    update event_moments set state = 'withdrawn', place = ${nextPlace}, changed_at = now() where id = any (${gone}) and state <> 'withdrawn'
  `.execute(trx)
  const { rows } = await sql<{ id: string; told: EventNews }>`
    select id, told from event_moments where id = any (${told.map((news) => news.id)}) and state <> 'withdrawn'
  `.execute(trx)
  const before = new Map(rows.map((row) => [row.id, row.told]))
  const changed = told.filter((news) => !isDeepStrictEqual(news, before.get(news.id)))
  if (changed.length === 0) return
  await sql`
    insert into event_moments (id, place, state, kind, board_type, board_id, told, happened_at)
    select given.id, ${nextPlace}, 'told', given.kind, ${type}, ${id}, given.told, ${posted_at}
    from (
      select * from unnest(
        ${changed.map((news) => news.id)}::text[], ${changed.map(({ kind }) => kind)}::text[], ${changed.map((news) => JSON.stringify(news))}::json[]
      ) with ordinality as given (id, kind, told, at) order by at
    ) given
    on conflict (id) do update set place = excluded.place, state = 'corrected', told = excluded.told, changed_at = now()
  `.execute(trx)
  await forgetOld(trx, { type, id })
}

const forgetOld = (trx: Db, { type, id }: BoardName) =>
  sql`
    delete from event_moments where board_type = ${type} and board_id = ${id} and place <= (
      select place from event_moments where board_type = ${type} and board_id = ${id} order by place desc offset ${mostKept} limit 1
    )
  `.execute(trx)

/** What a moment of a kind that a board's type names says; its text is of its program. */
type OwnNews = Required<Pick<EventMoment, 'title' | 'text'>> & Pick<EventMoment, 'players' | 'score'>

const noTournament = { tournament: null, round: null, machine: null }

const ownId = ({ type, id }: BoardName, kind: string, uuid: string) => `${kind}:${type}:${id}:${uuid}`

/** Tells a moment of a board, once however often it is sent. Answers it as it is now. Throws PostgreSQL's violation where the board has just been deleted. */
export const tellOwn = (db: Db, board: BoardName, kind: string, uuid: string, news: OwnNews): Promise<EventMoment> =>
  db.transaction().execute(async (trx) => {
    await waitForTurn(trx)
    const id = ownId(board, kind, uuid)
    await sql`
      insert into event_moments (id, place, state, kind, board_type, board_id, told, happened_at)
      values (${id}, ${nextPlace}, 'told', ${kind}, ${board.type}, ${board.id}, ${JSON.stringify({ ...noTournament, ...news })}, now())
      on conflict (id) do nothing
    `.execute(trx)
    await forgetOld(trx, board)
    const { rows } = await sql<ReadRow>`select ${shown} from ${withBoard} where m.id = ${id}`.execute(trx)
    return toWire(rows[0]!)
  })

/** Withdraws a moment of a board. False when there is none, or none any more. */
export const withdrawOwn = (db: Db, board: BoardName, kind: string, uuid: string): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    await waitForTurn(trx)
    const { numAffectedRows = 0n } = await sql`
      update event_moments set state = 'withdrawn', place = ${nextPlace}, changed_at = now()
      where id = ${ownId(board, kind, uuid)} and state <> 'withdrawn'
    `.execute(trx)
    return numAffectedRows > 0n
  })

/** The boards of all entries of tournaments after this place, as {@link boardKey} names them. */
export async function boardsAfter(db: Db, place: number): Promise<string[]> {
  const rows = await db
    .selectFrom('event_moments')
    .select(['board_type', 'board_id'])
    .distinct()
    .where('place', '>', place)
    .execute()
  return rows.map(({ board_type: type, board_id: id }) => boardKey({ type, id }))
}

export const boardKey = ({ type, id }: BoardName): string => `${type} ${id}`

interface ReadRow {
  id: string
  place: number
  state: MomentState
  kind: string
  board_type: BoardType
  board_id: number
  board_title: string
  told: Pick<EventNews, 'tournament' | 'round' | 'machine' | 'players'> & Partial<OwnNews>
  happened_at: Date
  told_at: Date
}

const toWire = (row: ReadRow): EventMoment => ({
  id: row.id,
  place: row.place,
  state: row.state,
  kind: row.kind,
  board: { type: row.board_type, id: row.board_id, title: row.board_title },
  tournament: row.told.tournament,
  round: row.told.round,
  machine: row.told.machine,
  ...(row.state === 'withdrawn'
    ? { players: [] }
    : { players: row.told.players, title: row.told.title, text: row.told.text, score: row.told.score }),
  happened_on: row.happened_at.toISOString(),
  told_on: row.told_at.toISOString(),
})

const ofBoards = (boards: readonly BoardName[]) => sql`
  (m.board_type, m.board_id) in (select * from unnest(${boards.map(({ type }) => type)}::text[], ${boards.map(({ id }) => id)}::bigint[]))`

const shown = sql`m.id, m.place, m.state, m.kind, m.board_type, m.board_id, b.title as board_title, m.told, m.happened_at, m.told_at`
const withBoard = sql`event_moments m join boards b on b.type = m.board_type and b.id = m.board_id`

/** The moments of tournaments of these boards, those that happened last first, without withdrawn ones. */
export async function listEvents(
  db: Db,
  boards: readonly BoardName[],
  { limit, offset }: Paging,
): Promise<{ count: number; moments: EventMoment[] }> {
  const told = sql`${ofBoards(boards)} and m.state <> 'withdrawn'`
  const count = await countRows(db, sql`select m.id from event_moments m where ${told}`)
  const { rows } = await sql<ReadRow>`
    select ${shown} from ${withBoard} where ${told} order by m.happened_at desc, m.place desc limit ${limit} offset ${offset}
  `.execute(db)
  return { count, moments: rows.map(toWire) }
}

/** The entries of these machines, and of tournaments of these boards, after one place, up to another, in order. */
export async function readStream(
  db: Db,
  { machines, boards }: { machines: readonly number[]; boards: readonly BoardName[] },
  places: { after: number; upTo: number },
  limit: number,
): Promise<MomentEntry[]> {
  const entries = await readEntries(db, machines, places, limit)
  if (boards.length === 0) return entries
  const { rows } = await sql<ReadRow>`
    select ${shown} from ${withBoard} where m.place > ${places.after} and m.place <= ${places.upTo} and ${ofBoards(boards)} order by m.place limit ${limit}
  `.execute(db)
  return [...entries, ...rows.map(toWire)].sort((one, other) => one.place - other.place).slice(0, limit)
}
