import type { BuiltInType } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import { boardRoutes } from '../boards/boards.routes'
import { BoardChanges, type BoardChange } from '../boards/changes'
import { builtInKinds } from '../boards/kinds'
import { buildTestApp } from './app'
import type { useTestDatabase } from './database'
import { makeUser } from './makers'

export type TestUser = Awaited<ReturnType<typeof makeUser>>

interface BoardStage {
  app: FastifyInstance
  owner: TestUser
  stranger: TestUser
}

/**
 * The routes of these board types on the database of a test file, with an owner and a stranger of their own for each test.
 * @param ready told before each test
 * @returns what was announced in the test that is running
 */
export function useBoardRoutes(database: ReturnType<typeof useTestDatabase>, types: readonly BuiltInType[], ready: (stage: BoardStage) => void): BoardChange[] {
  const announced: BoardChange[] = []
  let app: FastifyInstance

  beforeAll(async () => {
    const changes = new BoardChanges()
    changes.onBoardChange((change) => announced.push(change))
    app = await buildTestApp(database.db, types.map((type) => boardRoutes(builtInKinds[type], { db: database.db, changes })))
  })
  afterAll(() => app.close())

  beforeEach(async () => {
    announced.splice(0)
    ready({ app, owner: await makeUser(database.db), stranger: await makeUser(database.db) })
  })
  return announced
}
