import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { findMedia } from '../../ground/media/media.store'
import { addressesOf } from './links.store'

type Db = Kysely<Tables>

/** Rows of one file, a page at a time. */
interface ExportedRows {
  /** in the archive, without `.json` */
  name: string
  /** a sentence for whoever opens the archive, without a full stop */
  about: string
  /** rows of (id, entry): a bigint to page by, and what the file says */
  rows(userId: number): RawBuilder<unknown>
}

const ownMachines = (userId: number) =>
  sql`venue_machines vm join venues v on v.id = vm.venue_id join machines m on m.id = vm.machine_id where v.owner_id = ${userId}`

/** Whose slots were which: nobody else's names. */
const claimedByOwner = (userId: number) =>
  sql`coalesce((select json_agg(c.position order by c.position) from game_claims c where c.game_id = g.id and c.user_id = ${userId}), '[]')`

/** What is not packed yet of a game `g`, as points of its timeline. */
const notedOfGame = sql`coalesce((
  select jsonb_agg(jsonb_build_object('at', greatest(0, round(extract(epoch from p.seen_at - g.started_at) * 1000)), 'scores', p.scores::text[], 'player', p.current_player, 'ball', p.current_ball,
    'modes', p.game_modes) order by p.seen_at)
  from game_points p where p.game_id = g.id
), '[]')`

const photosOf = (userId: number) =>
  sql`score_photos p left join sent_scores s on s.id = p.sent_score_id where p.owner_id = ${userId} or s.user_id = ${userId}`

/**
 * What belongs to an account. Columns are named one by one: a new one, which may be a secret, is left out until somebody
 * decides. Scores are text, since JSON's numbers end before them.
 */
export const exportedRows: readonly ExportedRows[] = [
  {
    name: 'profile',
    about: 'Your account and profile',
    rows: (userId) => sql`
      select id, json_build_object('id', id, 'username', username, 'email', email, 'first_name', first_name, 'last_name', last_name, 'display_name', display_name,
        'initials', initials, 'prefer_initials', prefer_initials, 'ifpa_id', ifpa_id, 'created_at', created_at, 'email_confirmed_at', verified_at, 'is_operator', is_operator) as entry
      from users where id = ${userId}`,
  },
  {
    name: 'logins',
    about: 'Where you are logged in',
    rows: (userId) =>
      sql`select id, json_build_object('id', id, 'device', device, 'created_at', created_at, 'used_at', used_at) as entry from tokens where user_id = ${userId}`,
  },
  {
    name: 'api-tokens',
    about: 'The API tokens of your scripts and programs, without the tokens themselves',
    rows: (userId) => sql`
      select id, json_build_object('id', id, 'name', name, 'scopes', scopes, 'created_at', created_at, 'used_at', used_at, 'expires_at', expires_at) as entry
      from api_tokens where user_id = ${userId}`,
  },
  {
    name: 'webhooks',
    about: 'Your webhooks, without their secrets and with no more of their addresses than the host',
    rows: (userId) => sql`
      select id, json_build_object('id', id, 'venue', venue_id, 'board_type', board_type, 'board', board_id, 'address', substring(url from '^[^:]+://[^/?#]+'), 'shape', shape,
        'created_at', created_at, 'paused_at', paused_at) as entry
      from hooks where owner_id = ${userId}`,
  },
  {
    name: 'activity',
    about: 'What happened to the security of your account in the last 180 days',
    rows: (userId) => sql`
      select id, json_build_object('id', id, 'event', event, 'refused', status >= 400, 'times', times, 'device', device, 'happened_at', happened_at) as entry
      from security_events where user_id = ${userId}`,
  },
  {
    name: 'mails',
    about:
      'Emails to your address that are still kept; without their text, which may have links that work like a password',
    rows: (userId) => sql`
      select id, json_build_object('id', id, 'recipient', recipient, 'subject', subject, 'created_at', created_at, 'sent_at', sent_at) as entry
      from mails where lower(recipient) in (${addressesOf(userId)})`,
  },
  {
    name: 'boards',
    about: 'Your boards of every type, with their settings',
    rows: (userId) => sql`
      select id, json_build_object('type', type, 'id', id, 'title', title, 'is_public', is_public, 'moments', moments, 'embed_sites', embed_sites, 'settings', settings,
        'created_at', created_at, 'updated_at', updated_at,
        'control', (select json_build_object('is_hidden', c.is_hidden, 'holds_moments', c.holds_moments, 'matches', c.matches, 'match', c.match) from stream_controls c where c.board_type = b.type and c.board_id = b.id),
        'posted', (select json_agg(json_build_object('feed', f.name, 'posted_at', f.posted_at, 'document', f.document) order by f.name)
          from board_feeds f where f.board_type = b.type and f.board_id = b.id and f.document is not null)) as entry
      from boards b where owner_id = ${userId}`,
  },
  {
    name: 'slideshow-images',
    about: 'The pictures that you uploaded for slideshows; the files are in the folder slideshow-images',
    rows: (userId) => sql`
      select i.id, json_build_object('id', i.id, 'type', m.type, 'width', m.width, 'height', m.height, 'created_at', i.created_at) as entry
      from slideshow_images i join media m on m.hash = i.media where i.owner_id = ${userId}`,
  },
  {
    name: 'tvs',
    about: 'Your TVs',
    rows: (userId) => sql`
      select id, json_build_object('id', id, 'name', name, 'board_type', board_type, 'board_id', board_id, 'screen', screen, 'created_at', created_at, 'last_seen_at', last_seen_at) as entry
      from tvs where owner_id = ${userId}`,
  },
  {
    name: 'venues',
    about: 'Your venues, removed ones included',
    rows: (userId) =>
      sql`select id, json_build_object('id', id, 'name', name, 'created_at', created_at, 'removed_at', retired_at) as entry from venues where owner_id = ${userId}`,
  },
  {
    name: 'machines',
    about: 'The machines in your venues, removed ones included',
    rows: (userId) => sql`
      select vm.id, json_build_object('id', vm.id, 'venue', v.id, 'title', m.id, 'name', m.name, 'manufacturer', m.manufacturer, 'year', m.year, 'counts_elsewhere', vm.counts_elsewhere, 'mark', (select mark::text from machine_marks where venue_machine_id = vm.id and until is null),
        'created_at', vm.created_at, 'removed_at', vm.retired_at, 'last_heard_at', vm.last_heard_at) as entry
      from ${ownMachines(userId)}`,
  },
  {
    name: 'own-titles',
    about: 'Titles of machines that you added to the catalogue for yourself',
    rows: (userId) => sql`
      select id, json_build_object('id', id, 'name', name, 'manufacturer', manufacturer, 'year', year, 'player_count', player_count, 'display', display) as entry
      from machines where owner_id = ${userId}`,
  },
  {
    name: 'devices',
    about: 'What sends from your machines',
    rows: (userId) => sql`
      select d.id, json_build_object('id', d.id, 'venue_machine', d.venue_machine_id, 'provider', d.provider, 'uuid', d.uuid, 'serial_number', d.serial_number,
        'created_at', d.created_at, 'last_heard_at', d.last_heard_at) as entry
      from devices d where d.venue_machine_id in (select vm.id from ${ownMachines(userId)})`,
  },
  {
    name: 'games',
    about: 'Every game on your machines; who else played is not in it',
    rows: (userId) => sql`
      select g.id, json_build_object('id', g.id, 'venue_machine', g.venue_machine_id, 'session', g.session_uuid, 'started_at', g.started_at, 'settled_at', g.settled_at,
        'successful', g.successful, 'duration_ms', g.duration_ms, 'scores', g.scores::text[], 'entered', g.entered, 'note', g.note, 'your_positions', ${claimedByOwner(userId)}) as entry
      from games g where g.venue_machine_id in (select vm.id from ${ownMachines(userId)})`,
  },
  {
    name: 'courses-of-games',
    about: 'How these games went, where that was followed, the games that are running included',
    rows: (userId) => sql`
      select g.id, json_build_object('game', g.id, 'points', coalesce(t.points::jsonb, '[]') || ${notedOfGame}) as entry
      from games g left join game_timelines t on t.game_id = g.id
      where g.venue_machine_id in (select vm.id from ${ownMachines(userId)}) and (t.game_id is not null or exists (select from game_points p where p.game_id = g.id))`,
  },
  {
    name: 'device-logs',
    about: 'What is kept of what devices wrote of these games, with the times of their own clocks',
    rows: (userId) => sql`
      select l.game_id as id, json_build_object('game', l.game_id, 'received_at', l.received_at, 'lines', l.timeline) as entry
      from game_logs l join games g on g.id = l.game_id where g.venue_machine_id in (select vm.id from ${ownMachines(userId)})`,
  },
  {
    name: 'claimed-scores',
    about: 'The scores that you claimed, on anybody’s machines',
    rows: (userId) => sql`
      select g.id, json_build_object('game', g.id, 'machine', m.name, 'venue', v.name, 'started_at', g.started_at, 'settled_at', g.settled_at, 'claims',
        (select json_agg(json_build_object('position', c.position, 'score', g.scores[c.position]::text, 'claimed_at', c.claimed_at) order by c.position)
          from game_claims c where c.game_id = g.id and c.user_id = ${userId})) as entry
      from games g join venue_machines vm on vm.id = g.venue_machine_id join venues v on v.id = vm.venue_id join machines m on m.id = vm.machine_id
      where g.id in (select c.game_id from game_claims c where c.user_id = ${userId})`,
  },
  {
    name: 'sent-scores',
    about: 'The scores that you sent by links of machines within the last 30 days, or that still wait',
    rows: (userId) => sql`
      select s.id, json_build_object('id', s.id, 'machine', m.name, 'venue', v.name, 'score', s.score::text, 'name', s.guest, 'note', s.note, 'sent_at', s.sent_at,
        'accepted', s.accepted, 'game', s.game_id) as entry
      from sent_scores s join venue_machines vm on vm.id = s.venue_machine_id join venues v on v.id = vm.venue_id join machines m on m.id = vm.machine_id
      where s.user_id = ${userId}`,
  },
  {
    name: 'guests-scores',
    about: 'The scores that guests sent to your machines, as long; who sent them is not in it',
    rows: (userId) => sql`
      select id, json_build_object('id', id, 'venue_machine', venue_machine_id, 'score', score::text, 'note', note, 'sent_at', sent_at, 'accepted', accepted, 'decided_at', decided_at,
        'game', game_id) as entry
      from sent_scores where owner_id = ${userId}`,
  },
  {
    name: 'score-photos',
    about: 'The photos of scores on your machines, and those that you sent; the files are in the folder score-photos',
    rows: (userId) => sql`
      select p.id, json_build_object('id', p.id, 'game', p.game_id, 'sent_score', p.sent_score_id, 'type', p.type, 'created_at', p.created_at) as entry
      from ${photosOf(userId)}`,
  },
]

const rowsAtOnce = 500

/**
 * The text of a JSON array, in pieces of some rows. Each piece is a query of its own: whoever reads slowly holds no
 * connection. What changes meanwhile may be in it or not.
 */
export async function* exportText(db: Db, userId: number, { rows }: ExportedRows): AsyncGenerator<string> {
  let after = 0
  yield '['
  for (let isFirst = true; ; isFirst = false) {
    // Boards of different types may have the same id: none of them is left for a page that begins after it.
    const { rows: found } = await sql<{ id: number; text: string }>`
      select id, entry::text as text from (${rows(userId)}) as exported where id > ${after} order by id fetch first (${rowsAtOnce}) rows with ties
    `.execute(db)
    if (found.length > 0) yield `${isFirst ? '' : ','}\n${found.map(({ text }) => text).join(',\n')}`
    if (found.length < rowsAtOnce) break
    after = found.at(-1)!.id
  }
  yield '\n]\n'
}

/** A picture of an account: where it goes in the archive, and what reads its bytes, which may be gone by then. */
interface ExportedPicture {
  path: string
  read(): Promise<Buffer | undefined>
}

/** The pictures and photos of an account. */
export async function exportedPictures(db: Db, userId: number): Promise<ExportedPicture[]> {
  const { rows } = await sql<{ path: string; hash: Buffer | null; photo: number | null; type: string }>`
    select 'profile-picture' as path, m.hash, null::bigint as photo, m.type from users u join media m on m.hash = u.picture where u.id = ${userId}
    union all
    select 'slideshow-images/' || i.id, m.hash, null, m.type from slideshow_images i join media m on m.hash = i.media where i.owner_id = ${userId}
    union all
    select 'score-photos/' || p.id, null, p.id, p.type from ${photosOf(userId)}
    order by path
  `.execute(db)
  return rows.map(({ path, hash, photo, type }) => ({
    path: `${path}.${type.replace('image/', '')}`,
    read: async () =>
      (hash
        ? await findMedia(db, hash)
        : await db.selectFrom('score_photos').select('bytes').where('id', '=', photo).executeTakeFirst()
      )?.bytes,
  }))
}
