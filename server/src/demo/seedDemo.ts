import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { hashPassword, leaving } from '../core/accounts/passwords'
import { addBoard, changeSettings } from '../core/boards/addBoard'
import type { Tables } from '../ground/database'
import { demoBoards, demoOwner, demoPlayers, demoTitles, demoVenue, restingBoards, restingVenue } from './cast'
import type { DemoBoard } from './cast'
import { hashDrawn } from './drawnPassword'
import { between, eraOf, finalScores, oneOf, seededRandom } from './demoGame'
import type { Random } from './demoGame'

type Db = Kysely<Tables>

interface DemoMachine {
  venueMachineId: number
  name: string
  year: number | null
}

/** What the demo plays with. */
export interface DemoStage {
  ownerId: number
  /** those who claim slots */
  playerIds: number[]
  machines: DemoMachine[]
  /** a public board of these machines to look at first; undefined when its owner has none any more */
  boardId: number | undefined
  /** the slideshow that goes through the kinds; undefined when its owner removed it */
  slideshowId: number | undefined
}

const gamesOfThePast = 30
const dayMs = 86_400_000
const pastDays = 45

const verified = { verified_at: new Date(0) }

/** A scoreboard of the demo, on its machine. */
interface MadeBoard {
  board: DemoBoard
  scoreboardId: number
  venueMachineId: number
}

const isPublic = { is_public: true }

const makeLeaderboard = async (
  db: Db,
  ownerId: number,
  title: string,
  machines: readonly MadeBoard[],
  time: 'all_time' | 'last_rolling',
  color: string,
) =>
  (
    await addBoard(db, 'leaderboard', ownerId, {
      ...isPublic,
      title,
      background_color: color,
      one_score_per_player: time === 'all_time',
      leaderboard_time_type: time,
      last_time_bucket: 'week',
      last_time_count: 7,
      items: machines.map(({ venueMachineId }, order) => ({ type: 'venuemachine', id: venueMachineId, order })),
    })
  ).id

interface Part {
  item_type: 'scoreboard' | 'leaderboard' | 'comboboard'
  item_id: number
}

const scoreboardPart = ({ scoreboardId }: MadeBoard): Part => ({ item_type: 'scoreboard', item_id: scoreboardId })
const placed = (parts: readonly Part[]) => parts.map((part, order) => ({ ...part, order }))

const streamConfig = {
  size: '1280x720',
  type: 'oneUp',
  layout: 'ThreeCam',
  scoreboardsConfig: [{ numPlayers: 4, players: [] }],
  backgroundColor: '#101418',
  textColor: '#ffffff',
  highlightColor: '#ffdf00',
}

/**
 * Boards of every other kind around the scoreboards: the house records, which a resting board shows when idle, this
 * week's best, all of them in a grid, a slideshow of one of each and a stream. Without a scoreboard there are none.
 */
async function seedKinds(
  db: Db,
  ownerId: number,
  played: readonly MadeBoard[],
  resting: readonly MadeBoard[],
): Promise<void> {
  const shown = played.filter(({ board }) => board.isPublic)
  const [first] = shown
  const last = shown.at(-1)
  if (!first || !last) return
  const recordsOf = resting.find(({ board }) => board.showsRecords)
  const records = await makeLeaderboard(db, ownerId, demoTitles.records, [recordsOf ?? last], 'all_time', '#000')
  const week = await makeLeaderboard(db, ownerId, demoTitles.week, [last], 'last_rolling', '#1a0808')
  if (recordsOf)
    await changeSettings(db, 'scoreboard', recordsOf.scoreboardId, ownerId, {
      leaderboard: records,
      idle_leaderboard_show: true,
      idle_scoreboard_sec: 5,
    })
  const grid = placed([...shown.map(scoreboardPart), { item_type: 'leaderboard', item_id: week }])
  const { id: hall } = await addBoard(db, 'comboboard', ownerId, {
    ...isPublic,
    title: demoTitles.hall,
    high_density: true,
    items: grid,
  })
  const screens = placed([
    scoreboardPart(last),
    { item_type: 'comboboard', item_id: hall },
    { item_type: 'leaderboard', item_id: records },
    scoreboardPart(first),
  ])
  await addBoard(db, 'slideshow', ownerId, {
    ...isPublic,
    title: demoTitles.evening,
    items: screens.map((screen) => ({ ...screen, duration: 10 })),
  })
  const streamed = [{ scoreboard: last.scoreboardId, order: 0 }]
  await addBoard(db, 'streamboard', ownerId, {
    ...isPublic,
    title: demoTitles.stream,
    config_json: streamConfig,
    scoreboard_items: streamed,
  })
}

/** Makes the owner, the venue, its machines, their boards and a past: all of it or nothing. */
async function make(db: Db, now: number, ownPassword: string, isOperator: boolean): Promise<number> {
  const random = seededRandom(1947)
  const password_hash = await (ownPassword === demoOwner.password ? hashPassword(ownPassword) : hashDrawn(ownPassword))
  return db.transaction().execute(async (trx) => {
    const { password: _, ...owner } = demoOwner
    const person = <Person extends { username: string }>(fields: Person) => ({
      ...fields,
      ...verified,
      email: `${fields.username}@demo.example`,
    })
    const { id: ownerId } = await trx
      .insertInto('users')
      .values({ ...person(owner), password_hash, is_operator: isOperator })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Nobody logs in as one of these: no password has this hash (see demoKeys).
    const players = await trx
      .insertInto('users')
      .values(demoPlayers.map((player) => ({ ...person(player), password_hash: '-' })))
      .returning('id')
      .execute()
    const playerIds = players.map(({ id }) => id)
    const furnish = async (name: string, boards: readonly DemoBoard[]) => {
      const venue = await trx
        .insertInto('venues')
        .values({ owner_id: ownerId, name })
        .returning('id')
        .executeTakeFirstOrThrow()
      const made: MadeBoard[] = []
      for (const board of boards) {
        const machine = await trx
          .selectFrom('machines')
          .select(['id', 'year'])
          .where('opdb_id', '=', board.opdbId)
          .executeTakeFirst()
        if (!machine) continue
        const venueMachine = await trx
          .insertInto('venue_machines')
          .values({ venue_id: venue.id, machine_id: machine.id })
          .returning('id')
          .executeTakeFirstOrThrow()
        const { id: scoreboardId } = await makeBoard(trx, ownerId, venueMachine.id, board)
        await makePast(trx, { venueMachineId: venueMachine.id, year: machine.year }, playerIds, random, now)
        made.push({ board, scoreboardId, venueMachineId: venueMachine.id })
      }
      return made
    }
    // The newest public board is what a newcomer is sent to: one that is played.
    const resting = await furnish(restingVenue, restingBoards)
    const played = await furnish(demoVenue, demoBoards)
    await seedKinds(trx, ownerId, played, resting)
    return ownerId
  })
}

const makeBoard = (db: Db, ownerId: number, venueMachineId: number, board: DemoBoard) =>
  addBoard(db, 'scoreboard', ownerId, {
    title: board.title,
    is_public: board.isPublic,
    background_color: board.color,
    enablePlayerRank: board.showsRank,
    idle_hotgame_show: board.hotGame !== undefined,
    idle_hotgame_type: board.hotGame,
    venuemachine_items: [{ venuemachine: venueMachineId, order: 0 }],
  })

/** Settled games of the last weeks, some slots claimed; the machine was heard when the newest ended. */
async function makePast(
  db: Db,
  { venueMachineId, year }: Omit<DemoMachine, 'name'>,
  playerIds: readonly number[],
  random: Random,
  now: number,
) {
  const moments = Array.from({ length: gamesOfThePast }, () => now - random() * pastDays * dayMs - 600_000).sort(
    (one, other) => one - other,
  )
  const past = moments.map((moment) => {
    const settled_at = new Date(moment)
    const duration_ms = between(random, 180_000, 900_000)
    const scores = finalScores(eraOf(year), random)
    const game = {
      venue_machine_id: venueMachineId,
      session_uuid: uuid(random),
      sequence: between(random, 40, 200),
      started_at: new Date(moment - duration_ms),
      updated_at: settled_at,
      settled_at,
      successful: true,
      duration_ms,
      scores: scores.map(String),
    }
    return { game, scores, settled_at, claimed: claimants(playerIds, scores.length, random) }
  })
  const games = await db
    .insertInto('games')
    .values(past.map(({ game }) => game))
    .returning('id')
    .execute()
  const claims = past.flatMap(({ claimed }, at) =>
    claimed.flatMap((user_id, slot) =>
      user_id === undefined ? [] : [{ game_id: games[at]!.id, position: slot + 1, user_id }],
    ),
  )
  if (claims.length > 0) await db.insertInto('game_claims').values(claims).execute()
  const settled = past.flatMap(({ scores, settled_at }, at) =>
    scores.map((score, slot) => ({
      game_id: games[at]!.id,
      position: slot + 1,
      venue_machine_id: venueMachineId,
      score,
      settled_at,
    })),
  )
  await db.insertInto('settled_scores').values(settled).execute()
  await db
    .updateTable('venue_machines')
    .set({ last_heard_at: new Date(moments.at(-1)!) })
    .where('id', '=', venueMachineId)
    .execute()
}

/** Who claims each slot of a game: nobody twice, and some slots stay unclaimed. */
export function claimants(playerIds: readonly number[], slots: number, random: Random): (number | undefined)[] {
  const left = [...playerIds]
  return Array.from({ length: slots }, () => {
    if (left.length === 0 || random() > 0.65) return undefined
    const chosen = oneOf(random, left)
    left.splice(left.indexOf(chosen), 1)
    return chosen
  })
}

const uuid = (random: Random) => Array.from({ length: 32 }, () => between(random, 0, 15).toString(16)).join('')

/** What is left of the demo: its owner may have changed things, and those stay changed. */
async function find(db: Db, ownerId: number): Promise<DemoStage> {
  const { rows: machines } = await sql<DemoMachine>`
    select vm.id as "venueMachineId", m.name, m.year
    from venue_machines vm join venues v on v.id = vm.venue_id join machines m on m.id = vm.machine_id
    where v.owner_id = ${ownerId} and v.name = ${demoVenue} and vm.retired_at is null order by vm.id limit ${demoBoards.length}
  `.execute(db)
  const players = await db
    .selectFrom('users')
    .select('id')
    .where(
      'username',
      'in',
      demoPlayers.map(({ username }) => username),
    )
    .orderBy('id')
    .execute()
  // On a board of the owner's own machines nobody may be playing.
  const {
    rows: [board],
  } = await sql<{ id: number }>`
    select b.id from boards b join board_references shown on shown.board_type = b.type and shown.board_id = b.id
    where b.type = 'scoreboard' and b.owner_id = ${ownerId} and b.is_public and shown.venue_machine_id = any(${machines.map(({ venueMachineId }) => venueMachineId)}::bigint[])
    order by b.id desc limit 1
  `.execute(db)
  const slideshow = await db
    .selectFrom('boards')
    .select('id')
    .where('type', '=', 'slideshow')
    .where('owner_id', '=', ownerId)
    .where('title', '=', demoTitles.evening)
    .executeTakeFirst()
  return { ownerId, machines, playerIds: players.map(({ id }) => id), boardId: board?.id, slideshowId: slideshow?.id }
}

interface SeedOptions {
  db: Db
  now?: () => number
  password?: string
  /** its owner may change what runs, see settleDemoAccess */
  isOperator?: boolean
}

/**
 * Makes the demo in a database without users, and finds it again in one that has it. Answers undefined where others
 * live already.
 */
export async function seedDemo({
  db,
  now = Date.now,
  password = demoOwner.password,
  isOperator = false,
}: SeedOptions): Promise<DemoStage | undefined> {
  const owner = await findDemoOwner(db)
  if (owner) return find(db, owner.id)
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return undefined
  return find(db, await make(db, now(), password, isOperator))
}

/** The owner that the demo made. A real user may have the same name, but not beside its players. */
export async function findDemoOwner(db: Db): Promise<{ id: number; password_hash: string } | undefined> {
  const player = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', demoPlayers[0]!.username)
    .where('email', 'like', '%@demo.example')
    .executeTakeFirst()
  if (!player) return undefined
  return db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('username', '=', demoOwner.username)
    .where('password_hash', '<>', leaving)
    .executeTakeFirst()
}
