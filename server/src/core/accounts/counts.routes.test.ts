import type { FastifyInstance } from 'fastify'
import {
  buildTestApp,
  call,
  makeScoreboard,
  makeStreamboard,
  makeTv,
  makeUser,
  makeVenue,
  makeVenueMachine,
  useTestDatabase,
} from '../../testing'
import { countsRoutes } from './counts.routes'

const database = useTestDatabase()
let app: FastifyInstance
beforeAll(async () => void (app = await buildTestApp(database.db, [countsRoutes({ db: database.db })])))
afterAll(() => app.close())

test('JMP-07 everybody is told how much of each kind they have themselves, without what was removed', async () => {
  const { db } = database
  const owner = await makeUser(db)
  const machine = await makeVenueMachine(db, owner.id)
  const { id } = await makeScoreboard(db, owner.id, { venueMachineIds: [machine], title: 'Lobby wall' })
  await makeScoreboard(db, owner.id, { venueMachineIds: [machine], title: 'Bar back left' })
  await makeStreamboard(db, owner.id, { title: 'Finals', scoreboardIds: [id] })
  await makeTv(db, owner.id, { scoreboardId: id })
  const gone = await makeVenue(db, owner.id, 'Gone')
  await db.updateTable('venues').set({ retired_at: new Date() }).where('id', '=', gone).execute()
  const other = await makeUser(db)

  const counted = await call(app, 'GET', '/api/counts/', { token: owner.token })
  expect(counted).toMatchObject({ status: 200, body: { boards: { scoreboard: 2, streamboard: 1 }, venues: 1, tvs: 1 } })
  expect((await call(app, 'GET', '/api/counts/', { token: other.token })).body).toEqual({
    boards: {},
    venues: 0,
    tvs: 0,
  })
})
