import type { Leaderboard } from '@multiball/shared/schema'
import {
  FakeAnswer,
  FakeServer,
  findRow,
  makeLeaderboard,
  makeLeaderboardScores,
  makeList,
  makeUser,
  makeVenueMachine,
  renderRoutes,
} from '@multiball/shared/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import LeaderboardRoutes from '../routes'

let server: FakeServer
const serve = (...boards: Leaderboard[]) => server.on('GET', '/api/leaderboard/', () => makeList(...boards))
const open = (path = '/leaderboards') => renderRoutes(LeaderboardRoutes, '/leaderboards', path)
const medieval = {
  id: 400,
  name: 'Medieval Madness',
  manufacturer: 'Williams',
  year: 1997,
  opdb_id: null,
  backglass_art: null,
}

beforeEach(() => {
  server = new FakeServer()
    .on('GET', '/api/venuemachine/', () => makeList(makeVenueMachine()))
    .on('GET', '/api/venuemachine/:id/', () => new FakeAnswer(404))
    .on('GET', '/api/machines/400/', () => medieval)
    .on('GET', '/api/machinegroups/', () => makeList({ id: 12, name: 'Mustang', machines: [1, 2] }))
    .on('GET', '/api/leaderboard/:id/scores/', () => makeLeaderboardScores(5, 4))
})
afterEach(() => server.close())

test('LST-01 heading, count, and how to add one', async () => {
  serve(makeLeaderboard(), makeLeaderboard({ id: 22, title: 'Tournament' }))
  open()
  expect(await screen.findByText(/^2\s*leaderboards$/)).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: /My Leaderboards/ })).toBeVisible()
  expect(screen.getByRole('link', { name: '+ Add Leaderboard' })).toHaveAttribute('href', '/leaderboards/add')
})

test('LST-01 an empty list says so', async () => {
  serve()
  open()
  expect(await screen.findByText('You have not created any Leaderboards!')).toBeVisible()
})

test('LST-02 a row says what counts and since when, and can be viewed, edited and deleted', async () => {
  serve(
    makeLeaderboard({
      title: 'One',
      leaderboard_time_type: 'last_rolling',
      last_time_count: 7,
      is_public: false,
      viewer_key: 'abc',
    }),
    makeLeaderboard({
      id: 22,
      title: 'Title',
      items: [{ id: 400, type: 'machine', order: 0 }],
      leaderboard_time_type: 'last_calendar',
      last_time_bucket: 'week',
    }),
    makeLeaderboard({ id: 23, title: 'Group', items: [{ id: 12, type: 'machinegroup', order: 0 }] }),
    makeLeaderboard({ id: 24, title: 'Gone', items: [{ id: 99, type: 'venuemachine', order: 0 }] }),
  )
  open()
  expect(await (await findRow('One')).findByText('Dragon’s Keep · Last 7 days')).toBeVisible()
  expect((await findRow('Title')).getByText('Medieval Madness · This week')).toBeVisible()
  expect((await findRow('Group')).getByText('Mustang · All time')).toBeVisible()
  expect((await findRow('Gone')).getByText('Machine 99 · All time')).toBeVisible()
  expect(await (await findRow('One')).findByText('2 scores')).toBeVisible()
  expect((await findRow('One')).getByRole('link', { name: /^View One/ })).toHaveAttribute(
    'href',
    '/viewer/leaderboards/21?key=abc',
  )
  expect((await findRow('One')).getByRole('link', { name: 'Edit One' })).toHaveAttribute(
    'href',
    '/leaderboards/21/edit',
  )
  expect((await findRow('One')).getByRole('button', { name: 'Delete One' })).toBeVisible()
  expect(server.sent('GET', '/api/leaderboard/21/scores/')[0]?.query).toEqual({ key: 'abc' })
})

test('LST-02 the list is filtered by machine too', async () => {
  serve(
    makeLeaderboard({ title: 'One' }),
    makeLeaderboard({ id: 22, title: 'Title', items: [{ id: 400, type: 'machine', order: 0 }] }),
  )
  open()
  await (await findRow('Title')).findByText(/Medieval/)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Filter by title or machine' }), 'medieval')
  expect(await screen.findByText('Title')).toBeVisible()
  expect(screen.queryByText('One')).toBeNull()
})

test('LST-03 LST-04 one is deleted after being asked', async () => {
  serve(makeLeaderboard({ title: 'House records' }))
  server.on('DELETE', '/api/leaderboard/21/', () => new FakeAnswer(204))
  open()
  await userEvent.click((await findRow('House records')).getByRole('button', { name: 'Delete House records' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('House records deleted!')).toBeVisible()
})

test('LST-05 another’s cannot be edited', async () => {
  serve()
  server.on('GET', '/api/leaderboard/21/', () =>
    makeLeaderboard({ user_roles: [{ user: makeUser({ id: 2 }), role: 'owner' }] }),
  )
  open('/leaderboards/21/edit')
  expect(await screen.findByText('You do not authorized to edit the requested resource.')).toBeVisible()
})
