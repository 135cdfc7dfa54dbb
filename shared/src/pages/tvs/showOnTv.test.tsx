import { boardTypesIn, type Tv } from '@multiball/shared/schema'
import { boardTypes, setBoardTypes } from '@multiball/shared/client'
import {
  FakeAnswer,
  FakeServer,
  makeBoardType,
  makeList,
  makeRegistry,
  makeTv,
  renderRoutes,
} from '@multiball/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import type { Notice } from '../notice'
import { NoticeBanner } from '../NoticeBanner'
import type { TitledBoard } from './steerTv'
import type * as TvSheetFile from './TvSheet'
import { useShowOnTv } from './useShowOnTv'

let mockIsLost = false
jest.mock('./TvSheet', () => {
  const { TvSheet: Real } = jest.requireActual<typeof TvSheetFile>('./TvSheet')
  const TvSheet: typeof Real = (props) => {
    if (mockIsLost) throw new Error('lost')
    return <Real {...props} />
  }
  return { TvSheet }
})

/** One that shows its own board already. */
const ownTv = (fields: Partial<Tv> = {}) =>
  makeTv({ board: { type: 'leaderboard', id: 9, title: 'House records' }, is_shown: true, ...fields })

function Page() {
  const [notice, tell] = useState<Notice>()
  const { ask, sheet } = useShowOnTv(tell)
  return (
    <>
      <NoticeBanner notice={notice} onDismiss={() => tell(undefined)} />
      <button onClick={() => ask(board)}>Show on a TV</button>
      {sheet}
    </>
  )
}

let server: FakeServer
let board: TitledBoard
let tvs: Tv[]
/** how often a TV is asked about before it says that it shows what it was told */
let questions: number

beforeEach(() => {
  board = { type: 'scoreboard', id: 7, title: 'Lobby wall' }
  questions = 1
  tvs = [ownTv(), ownTv({ id: 4, name: 'Window', is_online: false, last_seen_at: null, board: null, is_shown: false })]
  server = new FakeServer()
    .on('GET', '/api/tv/', () => makeList(...tvs))
    .on('GET', '/api/tv/:id/', ({ params }) => ({
      ...tvs.find(({ id }) => String(id) === params.id)!,
      is_shown: (questions -= 1) < 1,
    }))
    .on('PUT', '/api/tv/:id/', ({ params, body }) => {
      const { name, board } = body as { name: string; board: { type: string; id: number } }
      const titles: Record<string, string> = { 'scoreboard 7': 'Lobby wall', 'leaderboard 9': 'House records' }
      const changed = {
        ...tvs.find(({ id }) => String(id) === params.id)!,
        name,
        board: { ...board, title: titles[`${board.type} ${board.id}`]! },
        is_shown: false,
      }
      tvs = tvs.map((tv) => (tv.id === changed.id ? changed : tv))
      return changed
    })
})
const knownTypes = boardTypes()
afterEach(() => {
  server.close()
  setBoardTypes(knownTypes)
})

async function openSheet() {
  const user = userEvent.setup()
  renderRoutes(Page, '/', '/')
  await user.click(screen.getByRole('button', { name: 'Show on a TV' }))
  return { user, sheet: within(await screen.findByRole('dialog')) }
}

test('TON-05 the sheet lists the TVs with what they show and whether they are there', async () => {
  const { sheet } = await openSheet()
  expect(await sheet.findByRole('button', { name: /Bar left/ })).toHaveTextContent(
    'Bar leftHouse records · LeaderboardOnline',
  )
  expect(sheet.getByRole('button', { name: /Window/ })).toHaveTextContent('WindowNothing to showNot seen yet')
  expect(sheet.getByRole('button', { name: 'Pair a new TV' })).toBeVisible()
})

test('TON-06 a tap puts the board on the TV, which is said once the TV shows it; Undo puts back what it showed', async () => {
  const { user, sheet } = await openSheet()
  await user.click(await sheet.findByRole('button', { name: /Bar left/ }))
  expect(await screen.findByText('Bar left now shows Lobby wall')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.sent('PUT', '/api/tv/3/').map(({ body }) => body)).toEqual([
    { name: 'Bar left', board: { type: 'scoreboard', id: 7 } },
  ])
  questions = 1
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Bar left now shows House records')).toBeVisible()
  expect(server.sent('PUT', '/api/tv/3/').at(-1)!.body).toEqual({
    name: 'Bar left',
    board: { type: 'leaderboard', id: 9 },
  })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('TON-06 a TV that answers after its sheet was closed leaves the sheet of another board open', async () => {
  questions = 1_000
  const { user, sheet } = await openSheet()
  await user.click(await sheet.findByRole('button', { name: /Bar left/ }))
  await user.click(sheet.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  board = { type: 'leaderboard', id: 9, title: 'House records' }
  await user.click(screen.getByRole('button', { name: 'Show on a TV' }))
  const next = within(await screen.findByRole('dialog'))
  questions = 1
  expect(await screen.findByText('Bar left now shows Lobby wall')).toBeInTheDocument()
  expect(await next.findByRole('button', { name: 'Pair a new TV' })).toBeVisible()
})

test('BTY-47 a board that programs post for can be put on all TVs until it is over, with a way back', async () => {
  setBoardTypes(
    boardTypesIn(
      makeRegistry({ boardType: makeBoardType({ feeds: { event: { kind: 'posted', silent_after: 60 } } }) }),
    ),
  )
  board = { type: 'taplist', id: 7, title: 'Tuesday Flip Off' }
  server.on('POST', '/api/tv/follow/', () => ({ tvs })).on('POST', '/api/tv/unfollow/', () => ({ tvs }))
  const { user, sheet } = await openSheet()
  await user.click(await sheet.findByRole('button', { name: /All TVs, until it’s over/ }))
  expect(await screen.findByText('2 TVs show Tuesday Flip Off until it’s over')).toBeVisible()
  expect(server.sent('POST', '/api/tv/follow/')[0]!.body).toEqual({ board: { type: 'taplist', id: 7 }, tvs: [3, 4] })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The TVs show their own boards again')).toBeVisible()
  expect(server.sent('POST', '/api/tv/unfollow/')[0]!.body).toEqual({ tvs: [3, 4] })
})

test.each([
  ['its own board', { type: 'leaderboard', id: 9, title: 'House records' }, 0],
  ['another board', { type: 'scoreboard', id: 7, title: 'Lobby wall' }, 2],
] as const)(
  'BTY-47 a TV that follows a board is given %s; Undo lets it follow again',
  async (_what, given, changes) => {
    const event = { type: 'taplist', id: 8, title: 'Tuesday Flip Off' }
    board = given
    tvs = [ownTv({ follows: { ...event, since: '2026-11-24T19:00:00Z' } })]
    const answer = (follows: Tv['follows']) => ({ tvs: (tvs = tvs.map((tv) => ({ ...tv, follows }))) })
    server
      .on(
        'PUT',
        '/api/tv/:id/',
        ({ body }) =>
          (tvs = [
            {
              ...tvs[0]!,
              board: { ...(body as { board: { type: string; id: number } }).board, title: '' },
              follows: undefined,
            },
          ])[0]!,
      )
      .on('POST', '/api/tv/unfollow/', () => answer(undefined))
      .on('POST', '/api/tv/follow/', () => answer({ ...event, since: '2026-11-24T19:01:00Z' }))
    const { user, sheet } = await openSheet()
    await user.click(await sheet.findByRole('button', { name: /Bar left/ }))
    expect(await screen.findByText(`Bar left now shows ${given.title}`)).toBeVisible()
    expect(tvs[0]).toMatchObject({ board: { type: given.type, id: given.id }, follows: undefined })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Bar left now shows Tuesday Flip Off')).toBeVisible()
    expect(tvs[0]).toMatchObject({ board: { type: 'leaderboard', id: 9 }, follows: event })
    expect(server.sent('PUT', '/api/tv/3/')).toHaveLength(changes)
  },
)

test('BTY-47 boards that no program posts for have no end, so that TVs do not follow them', async () => {
  const { sheet } = await openSheet()
  await sheet.findByRole('button', { name: /Bar left/ })
  expect(sheet.queryByRole('button', { name: /All TVs/ })).toBeNull()
})

test('TON-06 a TV that is offline is not said to show it, and one that showed nothing has nothing to go back to', async () => {
  const { user, sheet } = await openSheet()
  await user.click(await sheet.findByRole('button', { name: /Window/ }))
  expect(await screen.findByText('Window is offline. It will show Lobby wall when it’s back.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('TON-06 what the server refuses is said in the sheet, which stays', async () => {
  server.on('PUT', '/api/tv/:id/', () => new FakeAnswer(500))
  const { user, sheet } = await openSheet()
  await user.click(await sheet.findByRole('button', { name: /Bar left/ }))
  expect(await sheet.findByRole('alert')).toHaveTextContent('An error has occurred.')
  expect(sheet.getByRole('button', { name: /Bar left/ })).toBeVisible()
})

test('TON-07 without a TV the sheet pairs the first one, whose name is filled in; a wrong code is told at its field, which has the focus', async () => {
  tvs = []
  server.on('POST', '/api/tv/', () => new FakeAnswer(400, { code: ['No TV shows this code'] }))
  server.on('GET', '/api/tv/:id/', () => ownTv())
  const { user, sheet } = await openSheet()
  const code = await sheet.findByLabelText('Code')
  expect(sheet.getByLabelText('Name')).toHaveValue('TV')
  await user.type(code, 'k7m')
  await user.click(sheet.getByRole('button', { name: 'Pair TV' }))
  expect(code).toHaveAccessibleDescription(expect.stringContaining('Type the six characters that the TV shows'))
  expect(code).toHaveFocus()
  expect(server.sent('POST', '/api/tv/')).toEqual([])
  await user.type(code, ' 2xd')
  await user.click(sheet.getByRole('button', { name: 'Pair TV' }))
  await waitFor(() => expect(code).toHaveAccessibleDescription(expect.stringContaining('No TV shows this code')))
  expect(code).toHaveFocus()
  server.on('POST', '/api/tv/', () => new FakeAnswer(500))
  await user.click(sheet.getByRole('button', { name: 'Pair TV' }))
  await waitFor(() => expect(sheet.getByRole('alert')).toHaveFocus())
  server.on('POST', '/api/tv/', () => new FakeAnswer(201, ownTv({ name: 'TV', is_online: false, is_shown: false })))
  await user.click(sheet.getByRole('button', { name: 'Pair TV' }))
  expect(await screen.findByText('TV now shows Lobby wall')).toBeVisible()
  expect(server.sent('POST', '/api/tv/').at(-1)!.body).toEqual({
    code: 'K7M2XD',
    name: 'TV',
    board: { type: 'scoreboard', id: 7 },
  })
})

test('a sheet that did not load leaves the page as it is, and opens once it can be had', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {})
  // jsdom has none.
  const reported = jest.fn()
  Object.assign(globalThis, { reportError: reported })
  const user = userEvent.setup()
  renderRoutes(Page, '/', '/')
  const ask = screen.getByRole('button', { name: 'Show on a TV' })
  mockIsLost = true
  await user.click(ask)
  expect(await screen.findByText('This did not load. Please try again.')).toBeVisible()
  expect(ask).toBeVisible()
  expect(reported).toHaveBeenCalledTimes(1)
  mockIsLost = false
  await user.click(ask)
  expect(await screen.findByRole('dialog')).toBeVisible()
})
