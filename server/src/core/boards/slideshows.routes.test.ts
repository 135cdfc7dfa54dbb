import { slideDurations, Slideshow } from '@multiball/shared/schema'
import { sql } from 'kysely'
import {
  call,
  findMachine,
  makeComboboard,
  makeLeaderboard,
  makeScoreboard,
  makeSlideshowImage,
  makeVenueMachine,
  useTestDatabase,
} from '../../testing'
import { boardCalls, useBoardRoutes, type TestUser } from '../../testing/boardRoutesStage'
import { Boards } from './boards.service'
import { builtInKinds } from './kinds'
import { BoardChanges } from './changes'

const database = useTestDatabase()
const stage = useBoardRoutes(database, ['slideshow'])
/** one of each type, all private and the owner's */
let own: Awaited<ReturnType<typeof screens>>

beforeEach(async () => {
  own = await screens(stage.owner, false)
})

async function screens(by: TestUser, isPublic: boolean) {
  const { id: scoreboard } = await makeScoreboard(database.db, by.id, {
    venueMachineIds: [await makeVenueMachine(database.db, by.id)],
    isPublic,
  })
  const { id: leaderboard } = await makeLeaderboard(database.db, by.id, {
    machineIds: [await findMachine(database.db)],
    isPublic,
  })
  const { id: comboboard } = await makeComboboard(database.db, by.id, {
    items: [
      { type: 'scoreboard', id: scoreboard },
      { type: 'leaderboard', id: leaderboard },
    ],
    isPublic,
  })
  const { id: slideshowimage } = await makeSlideshowImage(database.db, by.id)
  return { scoreboard, leaderboard, comboboard, slideshowimage }
}

const two = () => [
  { item_type: 'scoreboard', item_id: own.scoreboard, duration: 5, order: 0 },
  { item_type: 'leaderboard', item_id: own.leaderboard, duration: 10, order: 1 },
]
const input = (fields: object = {}) => ({ title: 'Round and round', items: two(), ...fields })
const { path, create, created, made, update, get, refuses } = boardCalls(stage, 'slideshow', Slideshow, input)

describe('API-02 slideshows', () => {
  test('are private unless said otherwise', async () => {
    expect(await created()).toEqual(
      made({
        title: 'Round and round',
        is_public: false,
        items: two(),
      }),
    )
  })

  test('SS-01 show every type of screen, a picture with what is needed to show it', async () => {
    const { hash } = await makeSlideshowImage(database.db, stage.owner.id)
    const picture = (
      await database.db.selectFrom('slideshow_images').select('id').where('media', '=', hash).executeTakeFirstOrThrow()
    ).id
    const items = [
      { item_type: 'slideshowimage', item_id: picture, duration: 120, order: 0 },
      { item_type: 'comboboard', item_id: own.comboboard, duration: 30, order: 1 },
      ...two().map((item) => ({ ...item, order: item.order + 2 })),
    ]
    const board = await created({ is_public: true, items })
    expect(board.items).toEqual([
      { ...items[0], image: { id: picture, image: `/media/${hash.toString('hex')}`, width: 640, height: 360 } },
      ...items.slice(1),
    ])
    // A viewer without a login gets the picture too; what was answered may be sent back as it is.
    expect((await call(stage.app, 'GET', `${path}${board.id}/`)).body).toMatchObject({ items: board.items })
    expect((await update(board.id, { is_public: true, items: board.items })).body).toEqual(board)
    expect(
      (await call(stage.app, 'PATCH', `${path}${board.id}/`, { token: stage.owner.token, body: { title: 'Faster' } }))
        .body,
    ).toEqual({ ...board, title: 'Faster' })
  })

  test('SS-02 a screen shows for 5 seconds unless said otherwise', async () => {
    const board = await created({ items: two().map(({ duration: _duration, ...item }) => item) })
    expect(board.items.map(({ duration }) => duration)).toEqual([5, 5])
    for (const duration of slideDurations) {
      expect((await update(board.id, { items: two().map((item) => ({ ...item, duration })) })).body).toMatchObject({
        items: [{ duration }, { duration }],
      })
    }
  })
})

describe('API-10 what is refused', () => {
  const atLeast = { items: ['A slideshow must have at least two screens.'] }
  const noBoard = { items: ['Each screen must have a scoreboard, leaderboard, or comboboard'] }
  const one = { item_type: 'scoreboard', item_id: 1, duration: 5, order: 0 }

  test.each<[string, object, object]>([
    ['no items field', { items: undefined }, atLeast],
    ['items that are null', { items: null }, atLeast],
    ['no screen', { items: [] }, atLeast],
    ['one screen', { items: [one] }, atLeast],
    [
      'a board that was not chosen',
      { items: [one, { item_type: 'leaderboard', item_id: null, duration: 5 }] },
      noBoard,
    ],
    ['a screen without a board', { items: [one, { item_type: 'leaderboard' }] }, noBoard],
    ['a screen without a type', { items: [one, { item_id: 2 }] }, noBoard],
    ['a screen that is null', { items: [one, null] }, noBoard],
    ['a slideshow in it', { items: [one, { item_type: 'slideshow', item_id: 2 }] }, noBoard],
    ['a board twice', { items: [one, { ...one, duration: 30 }] }, { items: ['Each screen must be unique'] }],
    [
      'boards that are not there',
      {
        items: [
          { ...one, item_id: 999_998 },
          { ...one, item_id: 999_999 },
        ],
      },
      { items: ['Item not found.'] },
    ],
    [
      '7 seconds',
      { items: [one, { ...one, item_id: 2, duration: 7 }] },
      { items: ['A slide shows for 5, 10, 30, 60 or 120 seconds'] },
    ],
    [
      'too many screens',
      { items: Array.from({ length: 101 }, (_, at) => ({ ...one, item_id: at + 1 })) },
      { items: ['A slideshow can have at most 100 slides.'] },
    ],
  ])('%s', (_title, fields, errors) => refuses(fields, errors))

  test.each(['scoreboard', 'leaderboard', 'comboboard'] as const)(
    'a private %s of somebody else, except where it is already',
    async (item_type) => {
      const items = (of: typeof own) => [
        two()[item_type === 'scoreboard' ? 1 : 0],
        { item_type, item_id: of[item_type] },
      ]
      expect(await create({ items: items(await screens(stage.stranger, false)) })).toMatchObject({
        status: 400,
        body: { items: ['Item not found.'] },
      })
      const theirs = await screens(stage.stranger, true)
      const board = await created({ items: items(theirs) })
      await database.db.updateTable('boards').set({ is_public: false }).where('id', '=', theirs[item_type]).execute()
      expect((await create({ title: 'Another', items: items(theirs) })).status).toBe(400)
      expect((await update(board.id, { title: 'Renamed', items: items(theirs) })).status).toBe(200)
    },
  )

  test('a picture of somebody else', async () => {
    const theirs = await screens(stage.stranger, true)
    const items = [two()[0], { item_type: 'slideshowimage', item_id: theirs.slideshowimage }]
    expect(await create({ items })).toMatchObject({ status: 400, body: { items: ['Item not found.'] } })
    expect(
      (await create({ items: [two()[0], { item_type: 'slideshowimage', item_id: own.slideshowimage }] })).status,
    ).toBe(201)
  })
})

describe('API-10 a picture that is swept while a form is open', () => {
  const withPicture = (id: number) => ({
    items: [...two(), { item_type: 'slideshowimage', item_id: id, duration: 5, order: 2 }],
  })
  const gone = { status: 400, body: { items: ['Item not found.'] } }

  test('is told on its field', async () => {
    const board = await created()
    await database.db.deleteFrom('slideshow_images').where('id', '=', own.slideshowimage).execute()
    expect(await create({ title: 'Too late', ...withPicture(own.slideshowimage) })).toMatchObject(gone)
    expect(await update(board.id, withPicture(own.slideshowimage))).toMatchObject(gone)
    expect(await get(board.id)).toEqual(board)
  })

  test.each(['create', 'update'])('is told on its field when it goes at the moment of the %s', async (verb) => {
    const board = await created()
    const sweeping = await database.db.startTransaction().execute()
    await sweeping.deleteFrom('slideshow_images').where('id', '=', own.slideshowimage).execute()
    const saving =
      verb === 'create'
        ? create({ title: 'Too late', ...withPicture(own.slideshowimage) })
        : update(board.id, withPicture(own.slideshowimage))
    await untilBlocked()
    await sweeping.commit().execute()
    expect(await saving).toMatchObject(gone)
    expect(await get(board.id)).toEqual(board)
  })
})

/** until somebody waits for what a transaction holds */
async function untilBlocked() {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await waiting.execute(database.db)).rows.length === 0);
}

test('a deleted board leaves its place out', async () => {
  const board = await created({
    items: [...two(), { item_type: 'comboboard', item_id: own.comboboard, duration: 5, order: 2 }],
  })
  await new Boards(builtInKinds.comboboard, { db: database.db, changes: new BoardChanges() }).remove(
    own.comboboard,
    stage.owner.id,
  )
  expect(await get(board.id)).toEqual({ ...board, items: two() })
})
