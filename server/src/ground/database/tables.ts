import type {
  BoardType,
  EnteredBy,
  EventMomentKind,
  GuestScoreMode,
  HookShape,
  MachineDisplay,
  MomentChoice,
  MomentKind,
  MomentState,
  TokenScope,
} from '@multiball/shared/schema'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/*
 * The tables as the driver answers them (see pool.ts): bigint is a number while it is a safe integer, timestamptz a
 * Date, bytea a Buffer, bigint[] an array of digits. Scores are read as text and made a bigint by their readers.
 */

/** Set by the database unless given. */
type Moment = Generated<Date>

/** A score column: select it as text. */
type Score = ColumnType<number | string, bigint | string | number, bigint | string | number>

interface UsersTable {
  id: Generated<number>
  username: string
  email: string
  password_hash: string
  first_name: string
  last_name: string
  display_name: Generated<string>
  initials: Generated<string>
  prefer_initials: Generated<boolean>
  ifpa_id: string | null
  verified_at: Date | null
  /** hash of a media row */
  picture: Buffer | null
  created_at: Moment
  is_operator: Generated<boolean>
}

interface TokensTable {
  hash: Buffer
  user_id: number
  created_at: Moment
  id: Generated<number>
  /** within an hour */
  used_at: Moment
  /** such as `Firefox on Windows`; empty when that is not known */
  device: Generated<string>
}

/** What a user's programs show, see the scopes of an ApiToken. */
interface ApiTokensTable {
  id: Generated<number>
  user_id: number
  hash: Buffer
  name: string
  scopes: TokenScope[]
  created_at: Moment
  /** within an hour; null before it was used */
  used_at: Date | null
  expires_at: Date | null
}

interface HooksTable {
  id: Generated<number>
  owner_id: number
  venue_id: number | null
  board_type: BoardType | null
  board_id: number | null
  url: string
  shape: HookShape
  secret: string
  old_secret: string | null
  old_secret_until: Date | null
  /** up to where the stream of moments was read */
  read_to: number
  /** one delivery at a time: until then a server is at it */
  busy_until: Moment
  /** since the last success */
  failures: Generated<number>
  failing_since: Date | null
  resting_until: Moment
  paused_at: Date | null
  created_at: Moment
}

interface HookDeliveriesTable {
  id: Generated<number>
  hook_id: number
  delivery: Generated<string>
  /** null is a test */
  place: number | null
  moment: string | null
  body: string
  created_at: Moment
  attempts: Generated<number>
  /** null once it was delivered or given up */
  next_attempt_at: Date | null
  delivered_at: Date | null
  status: number | null
  answer: string | null
  trouble: string | null
  duration_ms: number | null
}

interface MachineGroupsTable {
  id: Generated<number>
  opdb_id: string
  name: string
  /** by whoever runs the server; null is of the catalogue that comes with the program */
  imported_at: Date | null
}

interface MachinesTable {
  id: Generated<number>
  group_id: number | null
  name: string
  manufacturer: string
  year: number | null
  opdb_id: string | null
  display: MachineDisplay | null
  player_count: number | null
  imported_at: Date | null
  /** id in the Internet Pinball Database */
  ipdb_id: number | null
  /** of its electronics, such as wpc-95 */
  system: string | null
  /** such as TAF */
  abbreviations: Generated<string[]>
  /** who added it; null is everybody's */
  owner_id: number | null
  /** in small letters, without a leading article */
  sort_name: GeneratedAlways<string>
}

interface VenuesTable {
  id: Generated<number>
  owner_id: number
  name: string
  retired_at: Date | null
  created_at: Moment
  /** in which it has its days: a name of the IANA list; null is UTC */
  time_zone: string | null
}

interface VenueMachinesTable {
  id: Generated<number>
  venue_id: number
  machine_id: number
  retired_at: Date | null
  last_heard_at: Date | null
  /** other people's leaderboards count it while it is open to everybody */
  counts_elsewhere: Generated<boolean>
  /** when entries of two senders last took turns, since it has its key */
  key_shared_at: Date | null
  created_at: Moment
}

interface ProvidersTable {
  name: string
  public_key: Buffer
  created_at: Moment
}

interface DevicesTable {
  id: Generated<number>
  /** null for a machine that a bridge has found */
  provider: string | null
  uuid: string
  venue_machine_id: number | null
  shortcode: string
  /** of a machine that a bridge has found: its name on its own network */
  serial_number: string | null
  created_at: Moment
  last_heard_at: Date | null
  bridge_id: number | null
  found_name: string | null
  found_address: string | null
  found_at: Date | null
}

/** A bridge that has signed on, by the key that it was given. */
interface BridgesTable {
  id: Generated<number>
  venue_id: number
  hash: Buffer
  name: string
  created_at: Moment
  used_at: Date | null
}

/** A code that a bridge shows. */
interface BridgeCodesTable {
  code: string
  key_hash: Buffer
  name: string
  expires_at: Date
}

interface DeviceInstallsTable {
  device_id: number
  type: string
  version: string
  installed: boolean
  reported_at: Moment
}

interface DeviceTokensTable {
  hash: Buffer
  device_id: number
  created_at: Moment
}

interface DeviceKeysTable {
  hash: Buffer
  venue_machine_id: number
  created_at: Moment
}

/** Posts final scores for all machines of a venue. */
interface VenueKeysTable {
  hash: Buffer
  venue_id: number
  created_at: Moment
}

interface GamesTable {
  id: Generated<number>
  venue_machine_id: number
  session_uuid: string
  generation: Generated<number>
  sequence: Score
  started_at: Moment
  updated_at: Moment
  settled_at: Date | null
  successful: boolean | null
  duration_ms: number | null
  current_player: number | null
  current_ball: number | null
  /** digits; null is no such player */
  scores: ColumnType<(string | null)[], (bigint | string | null)[], (bigint | string | null)[]>
  game_modes: Generated<string[]>
  /** names that its machine's owner took off it */
  claims_removed: Generated<number>
  /** by whom it was told as a whole; null is a game that was recorded as it was played */
  entered: Generated<EnteredBy | null>
  /** what its owner, or the guest who sent it, wrote beside it */
  note: Generated<string | null>
}

interface GuestLinksTable {
  venue_machine_id: number
  /** of the link, /send/{code} */
  code: string
  mode: GuestScoreMode
}

/** Of a venue; a missing row is that of the defaults. */
interface GuestSettingsTable {
  venue_id: number
  asks_day_code: Generated<boolean>
  on_walls: Generated<boolean>
}

/** Accounts whose scores need no yes in a venue. */
interface AlwaysAcceptedTable {
  venue_id: number
  user_id: number
  since: Moment
}

/** A score that somebody sent by the link of a machine. */
interface SentScoresTable {
  id: Generated<number>
  uuid: string
  venue_machine_id: number
  /** of the machine */
  owner_id: number
  user_id: number | null
  guest_id: number | null
  /** under which name; null: that of the account */
  guest: string | null
  score: Score
  note: string | null
  sent_at: Moment
  /** null while it waits */
  accepted: Generated<boolean | null>
  decided_at: Generated<Date | null>
  /** of the game that it becomes */
  game_uuid: Generated<string>
  game_id: Generated<number | null>
}

/** Photo of a score that was sent, of a game, or of both. */
interface ScorePhotosTable {
  id: Generated<number>
  owner_id: number
  sent_score_id: number | null
  game_id: number | null
  /** MIME type */
  type: string
  bytes: Buffer
  created_at: Moment
}

/** The last mail that told an owner what waits. */
interface WaitingMailsTable {
  owner_id: number
  told_at: Date
  told_of: number
}

/** A browser in which somebody claims scores without an account. */
interface GuestsTable {
  id: Generated<number>
  /** SHA-256 of its token */
  hash: Buffer
  created_at: Moment
  used_at: Moment
}

/** Of a user, or of somebody without an account, who has `initials` instead. */
interface GameClaimsTable {
  game_id: number
  position: number
  user_id: number | null
  claimed_at: Moment
  /** null once the guest is forgotten */
  guest_id: Generated<number | null>
  initials: Generated<string | null>
  /** of a guest who has more than letters */
  name: Generated<string | null>
}

interface SettledScoresTable {
  game_id: number
  position: number
  venue_machine_id: number
  /** its title; set by the database */
  machine_id: Generated<number>
  /** who claimed it; set by the database when it is inserted, and by later claims */
  user_id: Generated<number | null>
  score: Score
  settled_at: Date
}

/** What no score of a machine on a day of UTC is better than; kept by the database. */
interface MachineDaysTable {
  venue_machine_id: number
  /** as PostgreSQL writes it */
  day: string
  highest: Score
}

/** What settled games tell, as it is now. */
interface MomentsTable {
  id: string
  place: Generated<number>
  state: MomentState
  kind: MomentKind
  venue_machine_id: number
  game_id: number
  /** null together with the score, where it is the whole game's */
  position: number | null
  score: ColumnType<number | string | null, string | null, string | null>
  /** null together, where nothing was beaten */
  previous_game_id: number | null
  previous_position: number | null
  previous_score: ColumnType<number | string | null, string | null, string | null>
  previous_settled_at: Date | null
  /** of a mark_passed */
  mark: ColumnType<number | string | null, string | null, string | null>
  happened_at: Date
  told_at: Moment
  changed_at: Moment
}

/** What tournaments tell, as it is now. */
interface EventMomentsTable {
  id: string
  place: number
  state: MomentState
  kind: EventMomentKind
  board_type: BoardType
  board_id: number
  /** EventNews */
  told: ColumnType<unknown, string, string>
  happened_at: Date
  told_at: Moment
  changed_at: Moment
}

/** What is known of the tournament that was posted last for a feed. */
interface EventsKnownTable {
  board_type: BoardType
  board_id: number
  name: string
  /** KnownEvent */
  known: ColumnType<unknown, string, string>
}

/** Feeds for which a tournament was posted since its moments were told. */
interface EventsDueTable {
  id: Generated<number>
  board_type: BoardType
  board_id: number
  name: string
}

/** The marks of machines: the one that is set, and earlier ones that a score has passed. */
interface MachineMarksTable {
  venue_machine_id: number
  mark: ColumnType<number | string, string, string>
  since: Date
  /** null: it is set now */
  until: Date | null
}

/** Scores of which something has changed since moments were told; noted by the database. */
interface MomentsDueTable {
  id: Generated<number>
  venue_machine_id: number
  since: Date
  /** null together, where no name has changed */
  game_id: number | null
  position: number | null
}

interface GameLogsTable {
  game_id: number
  timeline: ColumnType<unknown, string, string>
  received_at: Moment
}

/** A state of a game on its way. */
interface GamePointsTable {
  game_id: number
  seen_at: Date
  /** digits; null is no such player */
  scores: ColumnType<(string | null)[], (bigint | string | null)[], (bigint | string | null)[]>
  current_player: number | null
  current_ball: number | null
  game_modes: Generated<string[]>
}

interface GameTimelinesTable {
  game_id: number
  points: ColumnType<unknown, string, string>
}

/** Boards of every type. */
interface BoardsTable {
  type: BoardType
  id: Generated<number>
  owner_id: number
  title: string
  is_public: boolean
  viewer_key: string
  /** origins of the pages that may embed it; none: any page may */
  embed_sites: Generated<string[]>
  /** which its viewers are told */
  moments: Generated<MomentChoice>
  /** as the schema of its type says */
  settings: ColumnType<object, string, string>
  settings_version: Generated<number>
  created_at: Moment
  updated_at: Moment
}

/** What a board names; one of the ids is set, of a part with its type. */
interface BoardReferencesTable {
  board_type: BoardType
  board_id: number
  /** such as `items.*.item_id` */
  place: string
  position: number
  venue_machine_id: number | null
  machine_id: number | null
  machine_group_id: number | null
  player_id: number | null
  slideshow_image_id: number | null
  part_type: BoardType | null
  part_id: number | null
  opens: boolean
  counts: boolean
}

interface SlideshowImagesTable {
  id: Generated<number>
  owner_id: number
  /** hash of a media row */
  media: Buffer
  created_at: Moment
}

/** The view of machines that everybody may see and put on boards. */
interface OpenMachinesView {
  id: number
}

interface MediaTable {
  /** SHA-256 of the bytes */
  hash: Buffer
  /** MIME type */
  type: string
  width: number
  height: number
  bytes: Buffer
  created_at: Moment
}

export interface MailLinksTable {
  hash: Buffer
  user_id: number
  purpose: 'verify' | 'reset' | 'change'
  expires_at: Date
  used_at: Date | null
  created_at: Moment
  /** what a link to change the address changes it to; null for others */
  email: string | null
}

interface BackupsTable {
  id: Generated<number>
  started_at: Date
  /** of its file */
  name: string
  bytes: number | null
  rows: number | null
  /** when it was checked, or failed */
  finished_at: Date | null
  error: string | null
}

export interface MailsTable {
  id: Generated<number>
  recipient: string
  subject: string
  body: string
  attempts: Generated<number>
  next_attempt_at: Moment
  sent_at: Date | null
  /** set when no further attempt is made */
  failed_at: Date | null
  last_error: string | null
  created_at: Moment
}

/** What makes the first account of a server. */
interface SetupCodesTable {
  /** SHA-256 */
  hash: Buffer
  expires_at: Date
}

/** What happened to the security of an account, or, without one, of the server. */
interface SecurityEventsTable {
  id: Generated<number>
  user_id: number | null
  /** a few words, see `audit` of an Operation */
  event: string
  /** HTTP's */
  status: number
  /** the last one */
  device: string
  /** the last time */
  happened_at: Date
  /** of what was refused, which is counted by the hour */
  hour: Date | null
  times: Generated<number>
}

interface MailRequestsTable {
  id: Generated<number>
  address_hash: Buffer
  requested_at: Moment
}

/** A code that a TV shows. */
interface TvPairingsTable {
  code: string
  token_hash: Buffer
  expires_at: Date
}

interface TvsTable {
  id: Generated<number>
  owner_id: number
  name: string
  token_hash: Buffer
  /** null together, when its board was deleted */
  board_type: BoardType | null
  board_id: number | null
  reloads: Generated<number>
  identifies: Generated<number>
  last_seen_at: Date | null
  created_at: Moment
  /** a TvScreen; {} where its owner set nothing */
  screen: Generated<object>
  /** of what it was told: what it said last that it knows */
  shown_version: string | null
  /** see TvState; null where its owner never tried it */
  sound_trial: object | null
  /** null until it was to make sounds */
  is_sound_forbidden: boolean | null
  /** what it shows instead of its board until that is over */
  follows_type: BoardType | null
  follows_id: number | null
  follows_since: Date | null
}

/** What the server signs with, by its use. */
interface SigningKeysTable {
  name: string
  key: Buffer
}

/** Visits of pages in which a version of a remote was loaded, on one day. */
interface RemoteVisitsTable {
  day: Moment
  remote: string
  version: string
  visits: number
  /** those in which it failed */
  failed: number
  /** visits by how long it took to load, see loadBounds of failures; shorter where nobody has said */
  loads: Generated<number[]>
}

interface RemoteFailuresTable {
  day: Moment
  remote: string
  version: string
  code: string
  /** visits in which it failed with this code */
  count: number
  /** of the newest one */
  message: string | null
  /** of the newest one: PublishedFrame[] */
  frames: object | null
}

/** Links that show a reviewer one version of a remote; they are signed, so that nothing of them is stored but what they say. */
interface ReviewLinksTable {
  id: Generated<number>
  remote: string
  version: string
  /** of the registry, then */
  made_rev: number
  made_by: string
  made_at: Moment
  expires_at: Date
  withdrawn_rev: number | null
  withdrawn_by: string | null
  withdrawn_at: Date | null
}

export interface Tables {
  users: UsersTable
  tokens: TokensTable
  api_tokens: ApiTokensTable
  hooks: HooksTable
  hook_deliveries: HookDeliveriesTable
  machine_groups: MachineGroupsTable
  machines: MachinesTable
  venues: VenuesTable
  venue_machines: VenueMachinesTable
  providers: ProvidersTable
  devices: DevicesTable
  device_installs: DeviceInstallsTable
  device_tokens: DeviceTokensTable
  device_keys: DeviceKeysTable
  bridges: BridgesTable
  bridge_codes: BridgeCodesTable
  venue_keys: VenueKeysTable
  games: GamesTable
  guests: GuestsTable
  guest_links: GuestLinksTable
  guest_settings: GuestSettingsTable
  always_accepted: AlwaysAcceptedTable
  sent_scores: SentScoresTable
  score_photos: ScorePhotosTable
  waiting_mails: WaitingMailsTable
  game_claims: GameClaimsTable
  settled_scores: SettledScoresTable
  machine_days: MachineDaysTable
  moments: MomentsTable
  moments_due: MomentsDueTable
  machine_marks: MachineMarksTable
  event_moments: EventMomentsTable
  events_known: EventsKnownTable
  events_due: EventsDueTable
  game_logs: GameLogsTable
  game_points: GamePointsTable
  game_timelines: GameTimelinesTable
  boards: BoardsTable
  board_references: BoardReferencesTable
  slideshow_images: SlideshowImagesTable
  open_machines: OpenMachinesView
  media: MediaTable
  mail_links: MailLinksTable
  mails: MailsTable
  backups: BackupsTable
  mail_requests: MailRequestsTable
  setup_codes: SetupCodesTable
  security_events: SecurityEventsTable
  tv_pairings: TvPairingsTable
  tvs: TvsTable
  signing_keys: SigningKeysTable
  remote_visits: RemoteVisitsTable
  remote_failures: RemoteFailuresTable
  review_links: ReviewLinksTable
}
