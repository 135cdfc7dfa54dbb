import type { SendPage, SentScore } from '@multiball/shared/schema'
import { FakeAnswer, FakeServer, makeList, renderRoutes } from '@multiball/shared/testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { File } from 'node:buffer'
import SendRoutes from './send'

jest.mock('@multiball/shared/remotes', () => ({}))

const venuemachine = { id: 11, venue: { name: 'Flipper Bar' }, machine: { id: 3, name: 'Dragon’s Keep' } }
const send = '/api/send/k3y/'
const link = '/send/k3y'

let server: FakeServer
let page: SendPage
/** what the server has received */
let received: SentScore[]

const asReceived = (body: unknown, fields: Partial<SentScore> = {}): SentScore => {
  const { uuid, guest = null } = body as { uuid: string; guest?: string }
  const whole = uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return {
    uuid: whole,
    venuemachine,
    score: 1_234_567,
    guest,
    note: null,
    sent_on: '2026-11-20T20:00:00.000Z',
    has_photo: false,
    state: 'waiting',
    game: null,
    rank: 3,
    ...fields,
  }
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  received = []
  page = { venuemachine, mode: 'ask', needs_day_code: false, claims: 'anyone' }
  server = new FakeServer()
    .on('GET', send, () => page)
    .on('GET', '/api/sent_score/', () => makeList(...received))
    .on('POST', send, ({ body }) => {
      received = [asReceived(body), ...received]
      return new FakeAnswer(201, received[0])
    })
})
afterEach(() => {
  jest.useRealTimers()
  server.close()
})

const open = (isSignedIn = false) => renderRoutes(SendRoutes, '/send', link, isSignedIn)
const type = (field: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: field }), { target: { value } })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const pick = async (letters: string) => {
  for (const letter of letters) await press(letter)
}
const sent = () => server.sent('POST', send).map(({ body }) => body as Record<string, string>)

test('ENT-20 a guest sends a score by a machine’s link: what is refused stands at its field, and the page says who sees what, and then what became of it', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  page = { ...page, needs_day_code: true }
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Dragon’s Keep' })).toBeVisible()
  expect(screen.getByText('Flipper Bar')).toBeVisible()
  expect(screen.getByText(/It’s on leaderboards once they say yes/)).toBeVisible()
  type(/Score/, '12M')
  fireEvent.click(screen.getByRole('button', { name: 'Send score' }))
  expect(await screen.findByText('A score has only digits, such as 1,234,567')).toBeVisible()
  expect(screen.getByText('Pick your letters first.')).toBeVisible()
  expect(screen.getByText('Please enter the four digits of the code of the day')).toBeVisible()
  expect(sent()).toEqual([])
  type(/Score/, '1.234.567')
  for (const letter of 'ACE') fireEvent.click(screen.getByRole('button', { name: letter }))
  type(/Code of the day/, '1234')
  server.on('POST', send, () => new FakeAnswer(400, { day_code: ['That’s not the code of the day.'] }))
  fireEvent.click(screen.getByRole('button', { name: 'Send score' }))
  expect(await screen.findByText('That’s not the code of the day.')).toBeVisible()
  expect(screen.getByRole('textbox', { name: /Code of the day/ })).toHaveFocus()
  expect(screen.getByRole('textbox', { name: /Score/ })).toHaveValue('1.234.567')
  type(/Code of the day/, '4321')
  server.on('POST', send, ({ body }) => {
    received = [asReceived(body)]
    return new FakeAnswer(201, received[0])
  })
  fireEvent.click(screen.getByRole('button', { name: 'Send score' }))
  expect(await screen.findByText('Waiting for Flipper Bar’s yes.')).toBeVisible()
  expect(screen.getByRole('list', { name: 'Scores that you have sent' })).toHaveTextContent('1,234,567 as ACE')
  expect(sent().at(-1)).toMatchObject({ score: '1.234.567', guest: 'ACE', day_code: '4321' })
  expect(new Set(sent().map(({ uuid }) => uuid)).size).toBe(1)
  const [first] = received
  received = [{ ...first!, state: 'accepted', game: 77, rank: 2 }]
  await act(() => jest.advanceTimersByTimeAsync(15_000))
  expect(await screen.findByText('On the leaderboards: place 2 on this machine.')).toBeVisible()
  // The next one is another, with the letters and the code of the first.
  fireEvent.click(screen.getByRole('button', { name: 'Send another score' }))
  expect(screen.getByText('ACE', { selector: 'strong' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: /Code of the day/ })).toHaveValue('4321')
  type(/Score/, '5')
  fireEvent.click(screen.getByRole('button', { name: 'Send score' }))
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ score: '5', guest: 'ACE' }))
  expect(new Set(sent().map(({ uuid }) => uuid)).size).toBe(2)
})

test.each([
  ['the network is away: it is kept, and the same score is sent again', false],
  ['only the answer was lost: it is shown as sent', true],
])('ENT-03 ENT-20 %s', async (_name, hasArrived) => {
  server.on('POST', send, ({ body }) => {
    if (hasArrived) received = [asReceived(body)]
    throw new TypeError('offline')
  })
  const { unmount } = open()
  await screen.findByRole('heading', { name: 'Dragon’s Keep' })
  type(/Score/, '1234567')
  await pick('JO')
  await press('Send score')
  if (hasArrived) return void expect(await screen.findByText('Waiting for Flipper Bar’s yes.')).toBeVisible()
  expect(await screen.findByText(/^That didn’t reach the server/)).toBeVisible()
  // A phone drops pages that it does not show.
  unmount()
  open()
  expect(await screen.findByRole('textbox', { name: /Score/ })).toHaveValue('1234567')
  server.on('POST', send, ({ body }) => new FakeAnswer(201, asReceived(body)))
  await press('Send score')
  expect(await screen.findByText('Waiting for Flipper Bar’s yes.')).toBeVisible()
  expect(sent()).toMatchObject([1, 2].map(() => ({ score: '1234567', guest: 'JO' })))
  expect(new Set(sent().map(({ uuid }) => uuid)).size).toBe(1)
})

test.each<[string, Partial<SentScore>, string]>([
  ['declined', { state: 'declined', rank: null }, 'Flipper Bar didn’t accept this score.'],
  ['accepted, and removed since', { state: 'accepted', rank: null }, 'Flipper Bar has taken it off.'],
  ['accepted', { state: 'accepted', game: 77, rank: 1 }, 'On the leaderboards: place 1 on this machine.'],
])(
  'ENT-20 a score that was %s says so on the phone that sent it, whenever its page is opened',
  async (_name, fields, words) => {
    localStorage.setItem('multiball guest', 'token-of-this-phone')
    received = [asReceived({ uuid: 'ab'.repeat(16), guest: 'ACE' }, fields)]
    open()
    expect(await screen.findByText(words)).toBeVisible()
    expect(server.sent('GET', '/api/sent_score/')[0]!.headers.get('authorization')).toBe('Guest token-of-this-phone')
  },
)

test('ENT-20 a score that waits is taken back; where it was decided by then, the page says so', async () => {
  localStorage.setItem('multiball guest', 'token-of-this-phone')
  received = [asReceived({ uuid: 'ab'.repeat(16), guest: 'ACE' })]
  server.on('DELETE', '/api/sent_score/:uuid/', () => new FakeAnswer(404))
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Take it back' }))
  expect(await screen.findByText(/^It’s decided already/)).toBeVisible()
  server.on('DELETE', '/api/sent_score/:uuid/', () => new FakeAnswer(204))
  await press('Take it back')
  await waitFor(() => expect(screen.queryByText('Waiting for Flipper Bar’s yes.')).toBeNull())
})

test('ENT-20 somebody with a login sends it as their own, without letters; a guest may send a name', async () => {
  page = { ...page, mode: 'accept' }
  const { unmount } = open(true)
  expect(await screen.findByText('Maria Okonkwo')).toBeVisible()
  expect(screen.getByText(/^It’s on leaderboards as soon as you send it/)).toBeVisible()
  type(/Score/, '7')
  await press('Send score')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).not.toHaveProperty('guest')
  unmount()
  open()
  fireEvent.click(await screen.findByRole('radio', { name: 'Name' }))
  type(/Your name/, 'Ann Berg')
  type(/Score/, '8')
  await press('Send score')
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ score: '8', guest: 'Ann Berg' }))
})

test('ENT-20 where accounts are asked for, the page leads to a login and back; a link that is no more says so', async () => {
  page = { ...page, claims: 'accounts' }
  const { unmount } = open()
  expect(await screen.findByText('Only players with an account can send a score here.')).toBeVisible()
  await press('Log in')
  expect(screen.getByLabelText('Address').dataset.state).toContain('You’ll come back to your score.')
  unmount()
  server.on('GET', send, () => new FakeAnswer(404, { detail: 'This link takes no scores any more.' }))
  open()
  expect(await screen.findByText('This link takes no scores any more.')).toBeVisible()
})

test('ENT-20 a photo is sent along; one that is refused is said at its field, and another takes its place', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => {} })
  server.on('POST', send, () => new FakeAnswer(400, { photo: ['The picture cannot be read.'] }))
  open()
  await screen.findByRole('heading', { name: 'Dragon’s Keep' })
  type(/Score/, '9')
  await pick('ACE')
  const camera = document.querySelector<HTMLInputElement>('input[type=file]')!
  expect(camera).toHaveAttribute('capture', 'environment')
  fireEvent.change(camera, { target: { files: [new File(['no picture'], 'score.heic', { type: 'image/heic' })] } })
  expect(await screen.findByRole('img', { name: 'The photo that is sent' })).toBeVisible()
  await press('Send score')
  expect(await screen.findByText('The picture cannot be read.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Take another photo' })).toHaveFocus()
  await press('Remove photo')
  server.on('POST', send, ({ body }) => new FakeAnswer(201, asReceived(body)))
  await press('Send score')
  expect(await screen.findByText('Waiting for Flipper Bar’s yes.')).toBeVisible()
  expect(sent().map((body) => 'photo' in body)).toEqual([true, false])
})
