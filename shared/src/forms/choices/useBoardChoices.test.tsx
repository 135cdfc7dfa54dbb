import { configureApi, type ApiError } from '@multiball/shared/client'
import type { BoardType } from '@multiball/shared/schema'
import { FakeAnswer, FakeServer, makeLeaderboard, makeList, makeScoreboard, makeUser } from '@multiball/shared/testing'
import { act, renderHook, waitFor } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'
import { useBoardChoices, type BoardItem } from './useBoardChoices'

const user_roles = [{ user: makeUser({ id: 2, cached_display_name: 'Teo' }), role: 'owner' as const }]
const lobby = makeScoreboard({ id: 7, title: 'Lobby wall' })
const records = makeLeaderboard({ id: 21, title: 'House records' })
const arcade = makeScoreboard({ id: 90, title: 'Wall of arcades', user_roles })
const town = makeLeaderboard({ id: 91, title: 'Town wall', user_roles })

let server: FakeServer
const types = ['scoreboard', 'leaderboard'] as const
const { signal } = new AbortController()
const gone = () => new FakeAnswer(404, { detail: 'Not found.' })
const broken = () => new FakeAnswer(500)
const item = (item_type: string, item_id: number): BoardItem => ({ item_type, item_id })
/** what was asked for others' boards, by type */
const askedOthers = () => server.requests.filter(({ query }) => query.is_public).map(({ path }) => path.split('/')[2])
const askedBoards = () => server.requests.map(({ path }) => path).filter((path) => /\d/.test(path))

/** The choices of a draft with these items, once the owner's boards are known or could not be read. */
async function open(...items: BoardItem[]) {
  const store = createStore()
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>
  const { result } = renderHook(() => useBoardChoices(types, 1, items), { wrapper })
  await waitFor(() => expect(result.current.own !== undefined || result.current.isFailed).toBe(true))
  const of = (one: BoardItem) => result.current.of(one)
  /** titles, or the status of a failure */
  const find = (text: string, among?: readonly BoardType[]) =>
    act(() =>
      result.current.find(text, signal, among).then(
        (found) => found.map(({ title }) => title),
        ({ status }: ApiError) => status,
      ),
    )
  return { find, of, titleOf: (one: BoardItem) => of(one)?.title, drawn: () => result.current }
}

beforeEach(() => {
  server = new FakeServer()
    .on('GET', '/api/scoreboard/', ({ query }) => makeList(...(query.is_public ? [arcade, lobby] : [lobby])))
    .on('GET', '/api/leaderboard/', ({ query }) => makeList(...(query.is_public ? [town] : [records])))
    .on('GET', '/api/scoreboard/90/', () => arcade)
    .on('GET', '/api/:type/99/', gone)
})
afterEach(() => {
  server.close()
  configureApi({})
})

test('FRM-06 others’ boards are asked for once something is typed: the server searches, each type and text once', async () => {
  const { find } = await open()
  expect(await find('')).toEqual(['Lobby wall', 'House records'])
  expect(askedOthers()).toEqual([])
  expect(await find('wall', ['scoreboard'])).toEqual(['Lobby wall', 'Wall of arcades'])
  expect(askedOthers()).toEqual(['scoreboard'])
  expect(await find('wall')).toEqual(['Lobby wall', 'Wall of arcades', 'Town wall'])
  expect(await find('TEO')).toEqual(['Wall of arcades', 'Town wall'])
  expect(askedOthers()).toEqual(['scoreboard', 'leaderboard', 'scoreboard', 'leaderboard'])
})

test('a failure of others’ boards may be tried again, only that', async () => {
  const { find } = await open()
  server.on('GET', '/api/leaderboard/', broken)
  expect(await find('wall')).toBe(500)
  server.on('GET', '/api/leaderboard/', () => makeList(town))
  expect(await find('wall')).toEqual(['Lobby wall', 'Wall of arcades', 'Town wall'])
  expect(askedOthers()).toEqual(['scoreboard', 'leaderboard', 'leaderboard'])
})

test('boards that an item names are asked for, each once, unless they are known', async () => {
  const other = item('scoreboard', 90)
  const { titleOf } = await open(item('scoreboard', 7), other, other, item('leaderboard', 0), item('slideshowimage', 3))
  await waitFor(() => expect(titleOf(other)).toBe('Wall of arcades'))
  expect(titleOf(item('scoreboard', 7))).toBe('Lobby wall')
  expect(titleOf(item('slideshowimage', 3))).toBeUndefined()
  expect(askedBoards()).toEqual(['/api/scoreboard/90/'])
})

test('a named board that cannot be read keeps its place with its sentence, until it is found', async () => {
  const unread = item('scoreboard', 90)
  server.on('GET', '/api/scoreboard/90/', gone)
  const { find, of, titleOf } = await open(unread)
  await waitFor(() => expect(titleOf(unread)).toBe('This scoreboard cannot be read'))
  expect(of(unread)).toMatchObject({ type: 'scoreboard', id: 90, failure: { status: 404 } })
  await find('arcades')
  expect(of(unread)).toMatchObject({ title: 'Wall of arcades', ownerName: 'Teo' })
  expect(askedBoards()).toEqual(['/api/scoreboard/90/'])
})

test('nothing is drawn again for boards that are known', async () => {
  const { find, drawn } = await open()
  await find('arcades')
  const before = drawn()
  await find('wall', ['scoreboard'])
  expect(drawn()).toBe(before)
})

test('where the owner’s boards could not be read, named ones are, and a search asks for them again', async () => {
  server.on('GET', '/api/scoreboard/', broken)
  const { find, titleOf } = await open(item('scoreboard', 90))
  await waitFor(() => expect(titleOf(item('scoreboard', 90))).toBe('Wall of arcades'))
  expect(await find('')).toBe(500)
  server.on('GET', '/api/scoreboard/', () => makeList(lobby))
  expect(await find('')).toEqual(['Lobby wall', 'House records'])
})
