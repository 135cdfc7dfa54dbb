import type { Streamboard, StreamboardInput } from '@multiball/shared/schema'
import {
  FakeAnswer,
  FakeServer,
  makeList,
  makeScoreboard,
  makeUser,
  makeVenueMachine,
  renderRoutes,
} from '@multiball/shared/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import StreamboardRoutes from '../routes'
// Read before the tests, whose time is for pages.
import './StreamboardForm'

jest.mock('@multiball/shared/remotes', () => ({}))

const lobby = makeScoreboard({ id: 7, title: 'Lobby wall' })
const front = makeScoreboard({ id: 8, title: 'Front window', venuemachine_items: [{ venuemachine: 12, order: 0 }] })
const pair = makeScoreboard({
  id: 9,
  title: 'Two of them',
  venuemachine_items: [
    { venuemachine: 11, order: 0 },
    { venuemachine: 12, order: 1 },
  ],
})
const hidden = makeScoreboard({ id: 10, title: 'Back room', is_public: false })
const stored: Streamboard = {
  id: 51,
  title: 'Finals',
  is_public: true,
  moments: 'records',
  user_roles: [{ user: makeUser(), role: 'owner' }],
  scoreboard_items: [{ scoreboard: 10, order: 0 }],
  config_json: {
    size: '1920x1080',
    type: 'oneUp',
    layout: 'OneCam',
    scoreboardsConfig: [{ numPlayers: 2, players: [] }],
    backgroundColor: '#000000',
    textColor: '#ffffff',
    highlightColor: '#ffdf00',
  },
}

let server: FakeServer
const user = userEvent.setup()
const open = (path: string) => renderRoutes(StreamboardRoutes, '/streamboards', path)
const create = () => screen.getByRole('button', { name: 'Create Streamboard' })
const picker = (name: string) => screen.getByRole('combobox', { name })
const choose = async (name: string, option: string) => {
  await user.click(picker(name))
  await user.click(await screen.findByRole('option', { name: option }))
}
const fill = async (field: HTMLElement, text: string) => {
  await user.click(field)
  await user.paste(text)
}
const sent = () => server.sent('POST', '/api/streamboard/')[0]?.body as StreamboardInput

beforeEach(() => {
  server = new FakeServer()
    .on('GET', '/api/scoreboard/', () => makeList(lobby, front, pair))
    .on('GET', '/api/scoreboard/10/', () => hidden)
    .on('GET', '/api/venuemachine/:id/', ({ params }) => makeVenueMachine({ id: Number(params.id) }))
    .on('GET', '/api/streamboard/', () => makeList(stored))
    .on('GET', '/api/streamboard/51/', () => stored)
    .on('GET', '/api/streamboard/52/', () => ({ ...stored, ...sent(), id: 52 }))
    .on('GET', '/api/streamboard/:id/scores/', () => new FakeAnswer(404))
    .on('POST', '/api/streamboard/', ({ body }) => new FakeAnswer(201, { ...stored, ...(body as object), id: 52 }))
    .on('PUT', '/api/streamboard/51/', ({ body }) => ({ ...stored, ...(body as object) }))
})
afterEach(() => {
  server.close()
  sessionStorage.clear()
})

test('ST-01 ST-02 ST-03 ST-04 ST-07 CTL-12 FRM-01 LST-04 one is made, of what was chosen and the defaults, and its page says at once what OBS is told', async () => {
  open('/streamboards/add')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Add Streamboard')
  expect(within(screen.getByRole('group', { name: 'Layout' })).getAllByRole('radio')).toHaveLength(10)
  expect(screen.getByLabelText('Three Cam')).toBeChecked()
  expect(screen.getByLabelText('1280×720')).toBeChecked()
  const colours = ['Background', 'Text', 'Highlight'].map(
    (name) => screen.getByLabelText<HTMLInputElement>(`${name} colour`, { selector: 'input' }).value,
  )
  expect(colours).toEqual(['#000000', '#ffffff', '#ffdf00'])
  await fill(screen.getByLabelText('Title'), ' Semis ')
  await user.click(picker('Scoreboard'))
  await screen.findByRole('option', { name: 'Lobby wall' })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Lobby wall', 'Front window'])
  expect(server.sent('GET', '/api/scoreboard/')[0]?.query).toMatchObject({
    owner: '1',
    is_public: 'true',
    limit: '1000',
  })
  await user.click(screen.getByRole('option', { name: 'Front window' }))
  await user.click(screen.getByLabelText('3'))
  const second = within(screen.getByRole('group', { name: 'Player 2' }))
  await fill(second.getByLabelText('Name'), 'Zed')
  await fill(second.getByLabelText('Info'), 'She/her')
  await fill(second.getByLabelText('Address'), '@zed')
  await user.click(screen.getByLabelText('Lower Third Horizontal'))
  await user.click(screen.getByLabelText('1920×1080'))
  fireEvent.click(create())
  expect(await screen.findByText('Semis created!')).toBeVisible()
  const nobody = { playerName: '', playerInfo: '', playerAddress: '' }
  expect(sent()).toEqual({
    title: 'Semis',
    is_public: true,
    moments: 'records',
    scoreboard_items: [{ scoreboard: 8, order: 0 }],
    config_json: {
      size: '1920x1080',
      type: 'oneUp',
      layout: 'LowerThirdHorizontal',
      scoreboardsConfig: [
        {
          numPlayers: 3,
          players: [nobody, { playerName: 'Zed', playerInfo: 'She/her', playerAddress: '@zed' }, nobody],
        },
      ],
      backgroundColor: '#000000',
      textColor: '#ffffff',
      highlightColor: '#ffdf00',
    },
  })
  const source = within(screen.getByRole('region', { name: 'Browser source' }))
  expect(['http://localhost/viewer/streamboards/52', '1920', '1080'].every((text) => source.getByText(text))).toBe(true)
  expect(source.getByRole('button', { name: 'Copy URL' })).toHaveFocus()
  expect(source.getByRole('link', { name: 'Open the control panel' })).toHaveAttribute(
    'href',
    '/streamboards/52/control',
  )
})

test('ST-02 ST-05 two machines need two scoreboards, and not the same twice', async () => {
  open('/streamboards/add')
  await fill(await screen.findByLabelText('Title'), 'Duel')
  await choose('Scoreboard', 'Lobby wall')
  await user.click(screen.getByLabelText('Two machines'))
  expect(screen.queryByRole('radiogroup', { name: 'Players' })).toBeNull()
  fireEvent.click(create())
  expect(await screen.findAllByText('Each item must specify a scoreboard')).toHaveLength(2)
  expect(picker('Scoreboard 1')).toBeValid()
  expect(picker('Scoreboard 2')).toBeInvalid()
  await choose('Scoreboard 2', 'Lobby wall')
  expect(await screen.findAllByText('Each scoreboard must be unique')).toHaveLength(2)
  await choose('Scoreboard 2', 'Front window')
  fireEvent.click(create())
  expect(await screen.findByText('Duel created!')).toBeVisible()
  expect(sent().scoreboard_items).toEqual([
    { scoreboard: 7, order: 0 },
    { scoreboard: 8, order: 1 },
  ])
  expect(sent().config_json.scoreboardsConfig?.map(({ numPlayers }) => numPlayers)).toEqual([1, 1])
})

test('FRM-03 ST-02 an empty form says what is missing', async () => {
  open('/streamboards/add')
  await screen.findByRole('textbox', { name: 'Title' })
  fireEvent.click(create())
  expect(await screen.findAllByText('Title must not be blank')).toHaveLength(2)
  expect(screen.getAllByText('Each item must specify a scoreboard')).toHaveLength(2)
  expect(server.sent('POST', '/api/streamboard/')).toEqual([])
})

test('ST-06 without a scoreboard that can be used, the owner is led to making one', async () => {
  let answer = (_list: unknown) => {}
  server.on('GET', '/api/scoreboard/', () => new Promise((resolve) => (answer = resolve)))
  open('/streamboards/add')
  // Nobody types into a form that is about to go.
  await screen.findByLabelText('Loading your scoreboards')
  expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull()
  server.on('GET', '/api/scoreboard/', () => makeList(pair))
  answer(makeList(pair))
  expect(
    await screen.findByText(
      'You must create at least one public, scoreboard with only one machine to use this feature.',
    ),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Add Scoreboard' })).toHaveAttribute('href', '/scoreboards/add')
  expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull()
})

test('ST-06 CTL-13 a scoreboard that is made public leads on to the form, with the focus', async () => {
  server
    .on('GET', '/api/scoreboard/', ({ query }) => (query.is_public === 'true' ? makeList() : makeList(hidden)))
    .on('PATCH', '/api/scoreboard/10/', () => {
      server.on('GET', '/api/scoreboard/', () => makeList({ ...hidden, is_public: true }))
      return { ...hidden, is_public: true }
    })
  open('/streamboards/add')
  fireEvent.click(await screen.findByRole('button', { name: 'Make Back room public' }))
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveFocus()
})

test('ST-02 VST-01 a stored one shows what it has, and what to tell the streaming program', async () => {
  const writeText = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  open('/streamboards/51/edit')
  await waitFor(() => expect(picker('Scoreboard')).toHaveValue('Back room'))
  expect(screen.getByText('Not public any more')).toBeInTheDocument()
  const source = within(screen.getByRole('region', { name: 'Browser source' }))
  expect(source.getByText('http://localhost/viewer/streamboards/51')).toBeVisible()
  expect(['1920', '1080'].every((length) => source.getByText(length))).toBe(true)
  fireEvent.click(source.getByRole('button', { name: 'Copy URL' }))
  expect(writeText).toHaveBeenCalledWith('http://localhost/viewer/streamboards/51')
  expect(await source.findByText('Copied')).toBeVisible()
  fireEvent.click(screen.getByRole('radio', { name: /Scores Only Fixed/ }))
  expect(['860', '170'].every((length) => source.getByText(length))).toBe(true)
})

test('ST-01 the layouts are reached with the arrow keys', async () => {
  open('/streamboards/51/edit')
  await user.click(await screen.findByRole('radio', { name: 'One Cam' }))
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('radio', { name: 'Two Cam' })).toBeChecked()
})

test('the preview shows the real display with test data, or the newest scores of the chosen machine', async () => {
  open('/streamboards/51/edit')
  const preview = within(await screen.findByRole('complementary', { name: 'Preview' }))
  expect(preview.getByText('Maria Okonkwo')).toBeInTheDocument()
  await user.click(preview.getByRole('tab', { name: 'Game over' }))
  expect(preview.getByText('GAME OVER')).toBeInTheDocument()
  server.on('GET', '/api/scoreboard/10/bootstrap/', () => new FakeAnswer(404))
  fireEvent.click(preview.getByRole('switch', { name: 'Test data' }))
  expect(preview.queryByText('GAME OVER')).toBeNull()
  expect(preview.getByText('Player 1')).toBeInTheDocument()
})
