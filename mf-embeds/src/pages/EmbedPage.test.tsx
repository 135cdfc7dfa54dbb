import { boardTypes, setBoardTypes } from '@multiball/shared/client'
import { boardTypesIn } from '@multiball/shared/schema'
import {
  FakeAnswer,
  FakeServer,
  makeBoardType,
  makeCustomBoard,
  makeList,
  makeRegistry,
  makeScoreboard,
  renderRoutes,
} from '@multiball/shared/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import EmbedsRoutes from '../routes'

jest.mock('@multiball/shared/remotes', () => ({}))

let server: FakeServer
let sites: string[]

beforeEach(() => {
  sessionStorage.clear()
  sites = ['https://blog.example']
  server = new FakeServer()
    .on('GET', '/api/scoreboard/', () =>
      makeList(
        makeScoreboard({ id: 12, title: 'Lobby wall', is_public: true }),
        makeScoreboard({ id: 13, title: 'Staff only', is_public: false, viewer_key: 'zz9' }),
      ),
    )
    .on('GET', '/embed/v1/versions.json', () => new FakeAnswer(404))
    .on('GET', '/api/scoreboard/:id/embed/', () => ({ sites }))
    .on('PUT', '/api/scoreboard/:id/embed/', ({ body }) => {
      sites = (body as { sites: string[] }).sites
      return { sites }
    })
  for (const type of ['leaderboard', 'comboboard', 'slideshow', 'streamboard'])
    server.on('GET', `/api/${type}/`, () => makeList())
})
const knownTypes = boardTypes()
afterEach(() => {
  server.close()
  setBoardTypes(knownTypes)
})

const open = (path: string) => renderRoutes(EmbedsRoutes, '/embed', path)
const code = () => screen.findByLabelText('Code for your page')

/** What the page of the preview says to the page around it. */
const previewSays = (title: string, said: object) =>
  act(() => {
    window.dispatchEvent(
      new MessageEvent('message', {
        data: { multiball: 1, ...said },
        source: screen.getByTitle<HTMLIFrameElement>(`${title} in a page`).contentWindow,
        origin: location.origin,
      }),
    )
  })

test('without a board it leads to making one', async () => {
  server.on('GET', '/api/scoreboard/', () => makeList())
  open('/embed')
  expect(await screen.findByText('You have no boards yet.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Add Scoreboard' })).toHaveAttribute('href', '/scoreboards/add')
})

test('BTY-40 a board of a type from a remote is offered, and its code and addresses are the type’s', async () => {
  setBoardTypes(boardTypesIn(makeRegistry({ boardType: makeBoardType() })))
  server
    .on('GET', '/api/board/taplist/', () => makeList(makeCustomBoard()))
    .on('GET', '/api/board/taplist/:id/embed/', () => ({ sites: [] }))
  const user = userEvent.setup()
  open('/embed?type=taplist&board=61')
  expect(await code()).toHaveTextContent('/embed/v1/taplist/61"')
  expect(screen.getByRole('link', { name: /Tap Lists/ })).toHaveAttribute('href', '/tap-lists')
  await user.click(screen.getByRole('tab', { name: 'oEmbed' }))
  expect(await code()).toHaveTextContent('/viewer/tap-lists/61')
})

test('a board that is not the owner’s is not found, and another can be chosen', async () => {
  open('/embed?type=scoreboard&board=99')
  expect(await screen.findByText('Item not found.')).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Board' })).toHaveValue('')
})

test('what is chosen is in the code and in the preview, and one press copies it', async () => {
  const user = userEvent.setup()
  open('/embed')
  expect(await code()).toHaveTextContent('/embed/v1/scoreboard/12"')
  const frame = screen.getByTitle<HTMLIFrameElement>('Lobby wall in a page')
  const told = jest.spyOn(frame.contentWindow!, 'postMessage').mockImplementation(() => {})
  const say = (said: object) => previewSays('Lobby wall', said)
  say({ event: 'preview-ready' })
  await user.click(screen.getByRole('radio', { name: 'Dark' }))
  await user.type(screen.getByLabelText('Accent'), '#f80')
  expect(await code()).toHaveTextContent('/embed/v1/scoreboard/12?theme=dark&amp;accent=%23f80"')
  expect(told).toHaveBeenLastCalledWith(
    {
      multiball: 1,
      command: 'preview',
      detail: {
        attributes: {
          type: 'scoreboard',
          board: '12',
          mode: 'frame',
          title: 'Lobby wall',
          loading: 'eager',
          aspect: '16/9',
          theme: 'dark',
          accent: '#f80',
        },
        fallback: 'Lobby wall',
        theme: 'light',
      },
    },
    location.origin,
  )
  say({ event: 'error', detail: { code: 'NETWORK' } })
  expect(screen.getByText(/did not load \(NETWORK\)/)).toBeVisible()
  say({ event: 'ready', detail: { type: 'scoreboard' } })
  expect(screen.queryByText(/did not load/)).not.toBeInTheDocument()

  const levels = screen.getAllByRole('heading').map(({ tagName, textContent }) => `${tagName} ${textContent}`)
  expect(levels).toEqual(['H1 Embed', 'H2 Code', 'H3 Content security policy', 'H2 Allowed sites'])

  await user.click(screen.getByRole('button', { name: 'Copy the code' }))
  expect(await screen.findByRole('button', { name: 'Copied the code' })).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe((await code()).textContent)
  await user.click(screen.getByRole('radio', { name: 'Inline' }))
  await user.click(screen.getByRole('tab', { name: 'Element' }))
  expect(await code()).toHaveTextContent('mode="inline"')
  expect(screen.getByLabelText('Content security policy')).toHaveTextContent(
    'connect-src http://localhost ws://localhost;',
  )
  expect(told.mock.lastCall![0]).toMatchObject({ detail: { attributes: { mode: 'inline' } } })
})

test('the key of a private board comes into the code when its owner says so', async () => {
  const user = userEvent.setup()
  open('/embed?type=scoreboard&board=13')
  expect(await screen.findByText(/Anyone who views the page’s source/)).toBeVisible()
  previewSays('Staff only', { event: 'error', detail: { code: 'BOARD_NOT_FOUND' } })
  expect(screen.getByText('Without the viewer key, pages show this.')).toBeVisible()
  expect(await code()).not.toHaveTextContent('zz9')
  await user.click(screen.getByRole('switch', { name: 'Include the viewer key' }))
  expect(await code()).toHaveTextContent('scoreboard/13?key=zz9')
  await user.click(screen.getByRole('tab', { name: 'oEmbed' }))
  expect(screen.getByText(/oEmbed is for public boards/)).toBeVisible()
  expect(screen.queryByLabelText('Code for your page')).not.toBeInTheDocument()
})

test('sites are added, removed and saved; what is wrong is said at the field; another board waits for the answer', async () => {
  const user = userEvent.setup()
  open('/embed?type=scoreboard&board=12')
  const field = await screen.findByLabelText('Add a site')
  const list = () =>
    within(screen.getByRole('list', { name: 'Allowed sites' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(list()).toEqual(['https://blog.example'])
  expect(screen.queryByRole('button', { name: 'Save sites' })).not.toBeInTheDocument()

  await user.type(field, 'http://shop.example{Enter}')
  expect(field).toHaveAccessibleDescription(
    expect.stringContaining('A site needs https, besides localhost and private addresses'),
  )
  await user.clear(field)
  await user.type(field, 'shop.example{Enter}')
  expect(list()).toEqual(['https://blog.example', 'https://shop.example'])
  await user.click(screen.getByRole('button', { name: 'Remove https://blog.example' }))
  expect(list()).toEqual(['https://shop.example'])

  await user.click(screen.getByRole('combobox', { name: 'Board' }))
  await user.click(await screen.findByRole('option', { name: /Staff only/ }))
  await user.click(
    within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).getByRole('button', {
      name: 'Stay',
    }),
  )
  expect(screen.getByLabelText('Address')).toHaveTextContent('board=12')

  server.on('PUT', '/api/scoreboard/12/embed/', () => new FakeAnswer(400, { sites: ['At most 20 sites'] }))
  await user.type(field, 'https://last.example')
  await user.click(screen.getByRole('button', { name: 'Save sites' }))
  expect(await screen.findByText('At most 20 sites')).toBeVisible()
  server.on('PUT', '/api/scoreboard/12/embed/', ({ body }) => body)
  await user.click(screen.getByRole('button', { name: 'Save sites' }))
  expect(await screen.findByText('Allowed sites updated')).toBeVisible()
  expect(server.sent('PUT', '/api/scoreboard/12/embed/').map(({ body }) => body)).toEqual(
    Array(2).fill({ sites: ['https://shop.example', 'https://last.example'] }),
  )
  expect(list()).toEqual(['https://shop.example', 'https://last.example'])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save sites' })).not.toBeInTheDocument())

  await user.type(field, 'half a si')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(field).toHaveValue('')
  expect(list()).toEqual(['https://shop.example', 'https://last.example'])
})

test('FRM-02 while sites are being saved nothing can be typed or discarded, which would be lost; after a failure they stand as typed', async () => {
  let answer = (_answer: FakeAnswer) => {}
  server.on('PUT', '/api/scoreboard/12/embed/', () => new Promise((resolve) => (answer = resolve)))
  const user = userEvent.setup()
  open('/embed?type=scoreboard&board=12')
  const field = await screen.findByLabelText('Add a site')
  await user.type(field, 'https://shop.example')
  await user.click(screen.getByRole('button', { name: 'Save sites' }))
  await waitFor(() => expect(server.sent('PUT', '/api/scoreboard/12/embed/')).toHaveLength(1))
  expect(field.closest('[inert]')).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Discard' })).toBeDisabled()
  await act(async () => answer(new FakeAnswer(503)))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(field.closest('[inert]')).toBeNull()
  expect(field).toHaveValue('https://shop.example')
})
