import type { BoardDisplay } from '@multiball/shared/boards'
import { boardTypes, generalFailure, setBoardTypes } from '@multiball/shared/client'
import { useFormField } from '@multiball/shared/forms'
import { boardTypesIn, titleTaken, type CustomBoard } from '@multiball/shared/schema'
import {
  FakeAnswer,
  FakeServer,
  makeBoardType,
  makeCustomBoard,
  makeCustomScores,
  makeList,
  makeRegistry,
  renderRoutes,
} from '@multiball/shared/testing'
import { TextField } from '@multiball/shared/ui'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import * as v from 'valibot'
import type * as CodeDialogFile from '../list/CodeDialog'
import { customRoutes } from './customRoutes'

/* The pages of a type that only this test knows, with what its team would write and nothing more. */

const mockDisplay: BoardDisplay<'taplist'> = {
  type: 'taplist',
  Display: ({ bootstrap }) => <p>{`On tap: ${String(bootstrap.settings.beer)}`}</p>,
  Thumbnail: ({ board }) => <text>{`small ${String(board.beer)}`}</text>,
}
jest.mock('@multiball/shared/remotes', () => ({
  remoteForDisplay: () => 'mf-taps',
  loadExpose: async () => ({ display: mockDisplay }),
  RemoteFailure: class extends Error {},
  isRetryable: () => false,
  reportThrown: () => {},
}))

let mockIsCodeLost = false
jest.mock('../list/CodeDialog', () => {
  const { CodeDialog: Real } = jest.requireActual<typeof CodeDialogFile>('../list/CodeDialog')
  const CodeDialog: typeof Real = (props) => {
    if (mockIsCodeLost) throw new Error('lost')
    return <Real {...props} />
  }
  return { CodeDialog }
})

const settings = v.strictObject({ beer: v.pipe(v.string(), v.nonEmpty('Please name a beer')) })

function Fields() {
  return <TextField label="Beer" {...useFormField<string>('beer')} />
}

const TapLists = customRoutes({ type: 'taplist', settings, defaults: { beer: '' }, display: mockDisplay, Fields })

const known = boardTypes()
let server: FakeServer
let stored: CustomBoard[]

beforeEach(() => {
  sessionStorage.clear()
  setBoardTypes(boardTypesIn(makeRegistry({ boardType: makeBoardType() })))
  stored = [makeCustomBoard({ beer: 'Pils' })]
  server = new FakeServer()
    .on('GET', '/api/board/taplist/', () => makeList(...stored))
    .on('GET', '/api/board/taplist/:id/', () => stored[0])
    .on('GET', '/api/board/taplist/:id/scores/', () => makeCustomScores())
    .on('GET', '/api/board/taplist/:id/used_by/', () => ({ results: [{ type: 'slideshow', id: 4, title: 'Lobby' }] }))
    .on('POST', '/api/board/taplist/', ({ body }) => makeCustomBoard({ ...(body as object), id: 62 }))
})
afterEach(() => {
  server.close()
  setBoardTypes(known)
})

const open = (path: string) => renderRoutes(TapLists, '/tap-lists', path)

test('BTY-20 the list speaks of the type in its own words, draws its boards by its display and leads to its viewers', async () => {
  open('/tap-lists')
  expect(await screen.findByRole('heading', { name: /My Tap Lists/ })).toBeVisible()
  expect(await screen.findByText('tap list', { exact: false, selector: '.count' })).toBeVisible()
  expect(await screen.findByText('small Pils')).toBeInTheDocument()
  // Nothing is said below the title: no room is kept for it.
  expect(screen.getByRole('link', { name: 'Beers on tap' }).parentElement!.children).toHaveLength(1)
  expect(screen.getByRole('link', { name: /^View Beers on tap/ })).toHaveAttribute('href', '/viewer/tap-lists/61')
  expect(screen.getByRole('link', { name: '+ Add Tap List' })).toHaveAttribute('href', '/tap-lists/add')
})

test('BTY-20 without any it says what one is', async () => {
  stored = []
  open('/tap-lists')
  expect(await screen.findByText('You have not created any Tap Lists!')).toBeVisible()
  expect(screen.getByText('A tap list shows what is on tap.')).toBeVisible()
})

test('BTY-21 MOM-25 a form of title, the type’s fields, privacy and moments saves settings beside the title, with the real display as its preview', async () => {
  open('/tap-lists/add')
  fireEvent.click(await screen.findByRole('button', { name: 'Create Tap List' }))
  expect(await screen.findAllByText('Please name a beer')).not.toEqual([])
  expect(server.sent('POST', '/api/board/taplist/')).toEqual([])
  expect(screen.getByText('The preview comes back once the settings are valid.')).toBeInTheDocument()

  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Tonight' } })
  fireEvent.change(screen.getByLabelText('Beer'), { target: { value: 'Stout' } })
  expect(await screen.findByText('On tap: Stout')).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: 'Records only' })).toBeChecked()
  fireEvent.click(screen.getByRole('radio', { name: 'Nothing' }))
  fireEvent.click(screen.getByRole('button', { name: 'Create Tap List' }))
  expect(await screen.findByText('Tonight created!')).toBeVisible()
  expect(server.sent('POST', '/api/board/taplist/')[0]!.body).toEqual({
    title: 'Tonight',
    is_public: false,
    moments: 'none',
    beer: 'Stout',
  })
})

test('BTY-21 what the server refuses lands on its field', async () => {
  server.on('PUT', '/api/board/taplist/:id/', () => new FakeAnswer(400, { beer: ['There is none left'] }))
  open('/tap-lists/61/edit')
  expect(await screen.findByLabelText('Beer')).toHaveValue('Pils')
  fireEvent.click(screen.getByRole('button', { name: 'Update Tap List' }))
  expect(await screen.findAllByText('There is none left')).not.toEqual([])
  expect(server.sent('PUT', '/api/board/taplist/61/')[0]!.body).toEqual({
    title: 'Beers on tap',
    is_public: true,
    moments: 'records',
    beer: 'Pils',
  })
})

test('BTY-20 a board is duplicated, hidden, and deleted with a word about what shows it', async () => {
  const user = userEvent.setup()
  server
    .on('PATCH', '/api/board/taplist/:id/', ({ body }) => makeCustomBoard({ ...stored[0], ...(body as object) }))
    .on('DELETE', '/api/board/taplist/:id/', () => new FakeAnswer(204))
  open('/tap-lists')
  const menu = async (item: string) => {
    await user.click(await screen.findByRole('button', { name: 'More for Beers on tap' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  await menu('Duplicate')
  expect(await screen.findByText('Beers on tap (copy) created!')).toBeVisible()
  expect(server.sent('POST', '/api/board/taplist/')[0]!.body).toMatchObject({
    title: 'Beers on tap (copy)',
    beer: 'Pils',
    is_public: false,
  })
  await menu('Make private')
  expect(server.sent('PATCH', '/api/board/taplist/61/')[0]!.body).toEqual({ is_public: false })

  await user.click(screen.getByRole('button', { name: 'Delete Beers on tap' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(await within(dialog).findByText(/the slideshow “Lobby”/)).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(/Beers on tap .*(?:deleted|removed)/)).toBeVisible()
})

test('ACC-32 Create pressed again after a lost answer leads to what was made', async () => {
  const made = makeCustomBoard({ id: 62, title: 'Tonight', beer: 'Stout' })
  server.on('POST', '/api/board/taplist/', () => {
    if (stored.includes(made)) return new FakeAnswer(400, { title: [titleTaken] })
    stored = [made, ...stored]
    return new FakeAnswer(500)
  })
  open('/tap-lists/add')
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Tonight' } })
  fireEvent.change(screen.getByLabelText('Beer'), { target: { value: 'Stout' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create Tap List' }))
  expect(await screen.findByText(/If you press Create Tap List again, nothing is created twice/)).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Create Tap List' }))
  expect(await screen.findByText('Tonight created!')).toBeVisible()
})

test('ACC-32 a copy whose answer was lost does not stand in the way of the next one', async () => {
  const user = userEvent.setup()
  server.on('POST', '/api/board/taplist/', ({ body }) => {
    const { title } = body as { title: string }
    if (stored.some((board) => board.title === title)) return new FakeAnswer(400, { title: [titleTaken] })
    stored = [makeCustomBoard({ ...(body as object), id: 62 + stored.length }), ...stored]
    return stored.length === 2 ? new FakeAnswer(500) : stored[0]
  })
  open('/tap-lists')
  const duplicate = async () => {
    await user.click(await screen.findByRole('button', { name: 'More for Beers on tap' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
  }
  await duplicate()
  expect(await screen.findByText(generalFailure)).toBeVisible()
  await duplicate()
  expect(await screen.findByText('Beers on tap (copy 2) created!')).toBeVisible()
  expect(screen.getByRole('button', { name: 'More for Beers on tap (copy)' })).toBeVisible()
})

test('a sheet that did not load leaves the list as it is, and opens once it can be had', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {})
  // jsdom has none.
  const reported = jest.fn()
  Object.assign(globalThis, { reportError: reported })
  const user = userEvent.setup()
  open('/tap-lists')
  const askForCode = async () => {
    await user.click(await screen.findByRole('button', { name: 'More for Beers on tap' }))
    await user.click(await screen.findByRole('menuitem', { name: /QR code/ }))
  }
  mockIsCodeLost = true
  await askForCode()
  expect(await screen.findByText('This did not load. Please try again.')).toBeVisible()
  expect(screen.getByRole('heading', { name: /My Tap Lists/ })).toBeVisible()
  expect(reported).toHaveBeenCalledTimes(1)
  mockIsCodeLost = false
  await askForCode()
  expect(await screen.findByRole('dialog', { name: 'Beers on tap' })).toBeVisible()
})

test('BTY-42 the key of a posted feed is made in the list and shown once, beside where to post', async () => {
  setBoardTypes(
    boardTypesIn(
      makeRegistry({
        boardType: makeBoardType({
          feeds: { taps: { kind: 'posted', silent_after: 60 }, games: { kind: 'game', from: 'machine' } },
        }),
      }),
    ),
  )
  server.on('POST', '/api/board/taplist/61/feed/taps/key/', () => ({ key: 'once-only' }))
  const user = userEvent.setup()
  open('/tap-lists')
  await user.click(await screen.findByRole('button', { name: 'More for Beers on tap' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Feed key' }))
  const feed = within(await screen.findByRole('region', { name: 'Feed taps' }))
  expect(feed.getByText(/^PUT .*\/api\/board\/taplist\/61\/feed\/taps\/$/)).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Feed games' })).not.toBeInTheDocument()
  fireEvent.click(feed.getByRole('button', { name: 'Make a key' }))
  expect(await feed.findByText('once-only')).toBeVisible()
  expect(feed.getByRole('button', { name: 'Make a new key' })).toBeVisible()
})

test('BTY-42 a type without such a feed says nothing of keys, and a key that cannot be made says why', async () => {
  const user = userEvent.setup()
  const { unmount } = open('/tap-lists')
  await user.click(await screen.findByRole('button', { name: 'More for Beers on tap' }))
  expect(screen.queryByRole('menuitem', { name: 'Feed key' })).not.toBeInTheDocument()
  unmount()
  setBoardTypes(
    boardTypesIn(makeRegistry({ boardType: makeBoardType({ feeds: { taps: { kind: 'posted', silent_after: 60 } } }) })),
  )
  server.on('POST', '/api/board/taplist/61/feed/taps/key/', () => new FakeAnswer(404, { detail: 'Item not found.' }))
  open('/tap-lists')
  await user.click(await screen.findByRole('button', { name: 'More for Beers on tap' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Feed key' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Make a key' }))
  expect(await screen.findByText('Item not found.')).toBeVisible()
})
