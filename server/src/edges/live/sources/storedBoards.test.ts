import { sql } from 'kysely'
import {
  findMachine,
  makeLeaderboard,
  makeScoreboard,
  makeUser,
  makeVenueMachine,
  useTestDatabase,
} from '../../../testing'
import { leaderboardSource } from './leaderboard'
import { scoreboardSource } from './scoreboard'

const database = useTestDatabase()

/** Boards that name a machine as it stands in a venue, as a title and by its group, and one that names none of it. */
async function stage() {
  const { db } = database
  const owner = await makeUser(db)
  const title = await findMachine(db, 'Fish Tales')
  const { group_id: group } = await db
    .selectFrom('machines')
    .select('group_id')
    .where('id', '=', title)
    .executeTakeFirstOrThrow()
  const venueMachine = await makeVenueMachine(db, owner.id, { machine: 'Fish Tales' })
  const other = await makeVenueMachine(db, owner.id, { machine: 'Medieval Madness' })
  const scoreboards = scoreboardSource(db, { shown: async () => ({ game: null }) })
  const leaderboards = leaderboardSource(db)
  const boards = {
    scoreboard: [scoreboards, (await makeScoreboard(db, owner.id, { venueMachineIds: [venueMachine] })).id],
    'leaderboard of the machine': [
      leaderboards,
      (await makeLeaderboard(db, owner.id, { venueMachineIds: [venueMachine] })).id,
    ],
    'leaderboard of the title': [leaderboards, (await makeLeaderboard(db, owner.id, { machineIds: [title] })).id],
    'leaderboard of the group': [leaderboards, (await makeLeaderboard(db, owner.id, { groupIds: [group!] })).id],
    'scoreboard of another machine': [
      scoreboards,
      (await makeScoreboard(db, owner.id, { venueMachineIds: [other] })).id,
    ],
  } as const
  const theirs = await makeVenueMachine(db, (await makeUser(db)).id, { machine: 'Fish Tales' })
  const versions = () =>
    Promise.all(
      Object.entries(boards).map(
        async ([name, [source, id]]) => [name, (await source.versions([id])).get(id)] as const,
      ),
    )
  return { title, group, theirs, versions }
}

test.each([
  [
    'another name of the machine',
    (title: number) => sql`update machines set name = 'Fish Tales (1992)' where id = ${title}`,
    ['scoreboard', 'leaderboard of the machine', 'leaderboard of the title'],
  ],
  [
    'another name of its group',
    (_title: number, group: number) => sql`update machine_groups set name = 'Fish' where id = ${group}`,
    ['leaderboard of the group'],
  ],
  [
    'one more machine in its group',
    (_title: number, group: number) => sql`update machines set group_id = ${group} where name = 'Whirlwind'`,
    ['leaderboard of the group'],
  ],
  [
    'another kind of display',
    (title: number) => sql`update machines set display = 'lcd' where id = ${title}`,
    ['scoreboard'],
  ],
  [
    'a fact that no board shows',
    (title: number) => sql`update machines set year = 1993, abbreviations = '{FT,FTS}' where id = ${title}`,
    [],
  ],
])('%s in the catalogue is news to the boards that show it, and to no other', async (_what, change, expected) => {
  const { title, group, versions } = await stage()
  const before = new Map(await versions())
  await change(title, group!).execute(database.db)
  const moved = (await versions()).filter(([name, version]) => version !== before.get(name))
  expect(moved.map(([name]) => name)).toEqual(expected)
})

test('LB-07 a machine that is opened, kept to oneself and closed again is news to leaderboards of its title and group, and to no other board', async () => {
  const { db } = database
  const { theirs, versions } = await stage()
  const { owner_id } = await db
    .selectFrom('venue_machines')
    .innerJoin('venues', 'venues.id', 'venue_machines.venue_id')
    .select('owner_id')
    .where('venue_machines.id', '=', theirs)
    .executeTakeFirstOrThrow()
  let before = new Map(await versions())
  for (const change of [
    () => makeScoreboard(db, owner_id, { venueMachineIds: [theirs] }),
    () => db.updateTable('venue_machines').set({ counts_elsewhere: false }).where('id', '=', theirs).execute(),
    () => db.updateTable('venue_machines').set({ counts_elsewhere: true }).where('id', '=', theirs).execute(),
    () => db.updateTable('boards').set({ is_public: false }).where('owner_id', '=', owner_id).execute(),
  ]) {
    await change()
    const now = await versions()
    expect(now.filter(([name, version]) => version !== before.get(name)).map(([name]) => name)).toEqual([
      'leaderboard of the title',
      'leaderboard of the group',
    ])
    before = new Map(now)
  }
})
