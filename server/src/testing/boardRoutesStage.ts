import type { BuiltInType } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { boardRoutes } from '../core/boards/boards.routes'
import { BoardChanges, type BoardChange } from '../core/boards/changes'
import { builtInKinds } from '../core/boards/kinds'
import { buildTestApp, call } from './app'
import type { TestDatabase } from './database'
import { makeUser } from './makers'

export type TestUser = Awaited<ReturnType<typeof makeUser>>

/** Filled before the first test, the users again before each. */
interface BoardStage {
  app: FastifyInstance
  owner: TestUser
  stranger: TestUser
  /** what was announced in the test that is running */
  readonly announced: BoardChange[]
}

/** The routes of these board types on the database of a test file, with an owner and a stranger of their own for each test. */
export function useBoardRoutes(database: TestDatabase, types: readonly BuiltInType[]): BoardStage {
  const stage = { announced: [] as BoardChange[] } as BoardStage

  beforeAll(async () => {
    const changes = new BoardChanges()
    changes.onBoardChange((change) => stage.announced.push(change))
    stage.app = await buildTestApp(
      database.db,
      types.map((type) => boardRoutes(builtInKinds[type], { db: database.db, changes })),
    )
  })
  afterAll(() => stage.app.close())

  beforeEach(async () => {
    stage.announced.splice(0)
    stage.owner = await makeUser(database.db)
    stage.stranger = await makeUser(database.db)
  })
  return stage
}

/**
 * The calls of one board type, by the stage's owner unless somebody else is named.
 * @param input a body that is accepted, with some of its fields replaced
 */
export function boardCalls<Schema extends v.GenericSchema>(
  stage: BoardStage,
  type: BuiltInType,
  schema: Schema,
  input: (fields?: object) => object,
) {
  const path = `/api/${type}/`
  const create = (fields?: object, by = stage.owner) =>
    call(stage.app, 'POST', path, { token: by.token, body: input(fields) })
  const created = async (fields?: object): Promise<v.InferOutput<Schema>> => {
    const { status, body } = await create(fields)
    expect([status, body]).toEqual([201, body])
    return v.parse(schema, body)
  }
  const update = (id: number, fields?: object, by = stage.owner) =>
    call(stage.app, 'PUT', `${path}${id}/`, { token: by.token, body: input(fields) })
  const get = async (id: number) => (await call(stage.app, 'GET', `${path}${id}/`, { token: stage.owner.token })).body
  return {
    path,
    create,
    created,
    update,
    get,
    /** What a new board is, besides what every board of its owner has. */
    made: (fields: object): unknown => ({
      id: expect.any(Number),
      user_roles: [{ role: 'owner', user: expect.objectContaining({ id: stage.owner.id }) }],
      viewer_key: expect.stringMatching(/^[\w-]{22}$/),
      ...fields,
    }),
    /** Neither makes a board of these fields nor gives them to one, which stays as it was. */
    async refuses(fields: object, errors: object) {
      const refused = { status: 400, body: errors }
      expect(await create(fields)).toMatchObject(refused)
      const board = (await created()) as { id: number }
      expect(await update(board.id, fields)).toMatchObject(refused)
      expect(await get(board.id)).toEqual(board)
    },
  }
}
