import type { Command, CommandDone } from '@multiball/shared/schema'
import { FakeServer, makeList, makeScoreboard } from '@multiball/shared/testing'
import { boardCommands } from './boardCommands'

const tv = {
  id: 3,
  name: 'Over the bar',
  board: { type: 'leaderboard', id: 9, title: 'House records' },
  is_online: false,
  last_seen_at: null,
}
const put = (fields: object) => ({ name: 'Over the bar', ...fields })

let server: FakeServer
beforeEach(() => {
  server = new FakeServer()
    .on('GET', '/api/scoreboard/', () =>
      makeList(makeScoreboard({ id: 7, title: 'Lobby wall', is_public: false, viewer_key: 'abc' })),
    )
    .on('GET', '/api/leaderboard/', () => makeList())
    .on('GET', '/api/tv/', () => makeList(tv as never))
    .on('GET', '/api/tv/3/', () => tv)
    .on('PUT', '/api/tv/3/', ({ body }) => ({
      ...tv,
      board: { ...(body as Pick<typeof tv, 'board'>).board, title: 'Any' },
    }))
})
afterEach(() => server.close())

const ask = (type = 'scoreboard') => boardCommands(type)({ owner: 1, signal: new AbortController().signal })
const run = async (commands: Command[], label: string) => {
  const command = commands.find((one) => one.label === label)
  return command && 'run' in command ? ((await command.run()) as CommandDone) : undefined
}

test('JMP-03 a board type has its boards to open and to view, and to add one', async () => {
  const commands = await ask()
  expect(commands).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ group: 'Actions', label: 'Add Scoreboard', to: '/scoreboards/add' }),
      expect.objectContaining({
        group: 'Boards',
        label: 'Lobby wall',
        detail: 'Scoreboard',
        to: '/scoreboards/7/edit',
      }),
      expect.objectContaining({ label: 'View Lobby wall', href: '/viewer/scoreboards/7?key=abc' }),
    ]),
  )
  expect(server.sent('GET', '/api/scoreboard/')[0]?.query).toMatchObject({ owner: '1' })
})

test('JMP-04 a board is shown on a TV, and what was there comes back', async () => {
  const done = await run(await ask(), 'Show Lobby wall on Over the bar')
  expect(done?.text).toBe('Over the bar is offline. It will show Lobby wall when it’s back.')
  await done?.undo?.()
  expect(server.sent('PUT', '/api/tv/3/').map(({ body }) => body)).toEqual([
    put({ board: { type: 'scoreboard', id: 7 } }),
    put({ board: { type: 'leaderboard', id: 9 } }),
  ])
})

test('JMP-04 BTY-47 a TV that follows a board shows its own when told so, and follows again when that is taken back', async () => {
  const follows = { type: 'taplist', id: 8, title: 'Tuesday Flip Off', since: '2026-11-24T19:00:00Z' }
  const own = { type: 'scoreboard', id: 7, title: 'Lobby wall' }
  server
    .on('GET', '/api/tv/3/', () => ({ ...tv, board: own, follows }))
    .on('POST', '/api/tv/unfollow/', () => ({ tvs: [{ ...tv, board: own }] }))
    .on('POST', '/api/tv/follow/', () => ({ tvs: [{ ...tv, board: own, follows }] }))
  const done = await run(await ask(), 'Show Lobby wall on Over the bar')
  expect(server.sent('POST', '/api/tv/unfollow/').map(({ body }) => body)).toEqual([{ tvs: [3] }])
  await done?.undo?.()
  expect(server.sent('POST', '/api/tv/follow/').map(({ body }) => body)).toEqual([
    { board: { type: 'taplist', id: 8 }, tvs: [3] },
  ])
  expect(server.sent('PUT', '/api/tv/3/')).toEqual([])
})

test('JMP-03 types that ask at once ask for the TVs once; what lies over footage is for none', async () => {
  await Promise.all([ask('scoreboard'), ask('leaderboard')])
  expect(server.sent('GET', '/api/tv/')).toHaveLength(1)
  server.on('GET', '/api/streamboard/', () => makeList())
  await ask('streamboard')
  expect(server.sent('GET', '/api/tv/')).toHaveLength(1)
})
