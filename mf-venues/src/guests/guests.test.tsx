import type { Decided, VenueGuestScores, WaitingScore } from '@multiball/shared/schema'
import { FakeAnswer, FakeServer, makeList, makePlayer, makeUser, renderRoutes } from '@multiball/shared/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import VenuesRoutes from '../routes'
// Read before the tests, whose time is for pages.
import './GuestsPage'
import '../waiting/WaitingPage'

jest.mock('@multiball/shared/remotes', () => ({}))

const decidePath = '/api/waiting_score/decide/'
let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
})
afterEach(() => server.close())

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

describe('scores that wait', () => {
  let waiting: WaitingScore[]
  const score = (id: number, fields: Partial<WaitingScore> = {}): WaitingScore => ({
    id,
    venuemachine: { id: 11, venue: { name: 'Flipper Bar' }, machine: { id: 3, name: 'Dragon’s Keep' } },
    score: id * 1_000_000,
    player: null,
    guest: `G${id}`,
    note: null,
    sent_on: '2026-11-20T20:00:00.000Z',
    has_photo: false,
    ...fields,
  })
  const decided = () => server.sent('POST', decidePath).map(({ body }) => body)
  const row = (name: string) => within(screen.getByRole('heading', { name }).closest('li')!)
  const open = async () => {
    renderRoutes(VenuesRoutes, '/venues', '/venues/waiting')
    await screen.findByRole('list', { name: 'Scores that wait for your yes' })
  }

  beforeEach(() => {
    waiting = [1, 2, 3].map((id) => score(id))
    server
      .on('GET', '/api/waiting_score/', ({ query }) => ({
        ...makeList(...waiting.slice(Number(query.offset), Number(query.offset) + Number(query.limit))),
        count: waiting.length,
      }))
      .on('POST', decidePath, ({ body }): Decided => {
        const { ids, accept } = body as { ids: number[]; accept: boolean }
        waiting = waiting.filter(({ id }) => !ids.includes(id))
        return {
          results: ids.map((id) => ({
            id,
            state: accept ? 'accepted' : 'declined',
            game: accept ? 100 + id : null,
          })),
        }
      })
  })

  test('ENT-22 the owner says yes or no by one tap each; a row keeps its place, and one that is refused waits again with the reason', async () => {
    await open()
    expect(screen.getByText('3 scores')).toBeVisible()
    await press('Yes to 1,000,000 by G1')
    expect(await row('1,000,000').findByRole('link', { name: 'Edit or remove it' })).toHaveAttribute(
      'href',
      '/games/101',
    )
    expect(
      row('1,000,000')
        .getByText(/On the leaderboards/)
        .closest('p'),
    ).toHaveFocus()
    await press('No to 2,000,000 by G2')
    expect(await row('2,000,000').findByText(/Not accepted/)).toBeVisible()
    expect(screen.getByText('1 score')).toBeVisible()
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      '1,000,000',
      '2,000,000',
      '3,000,000',
    ])
    server.on('POST', decidePath, () => ({
      results: [{ id: 3, state: 'waiting', game: null, detail: 'The machine is retired.' }],
    }))
    await press('Yes to 3,000,000 by G3')
    expect(await row('3,000,000').findByText('The machine is retired.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Yes to 3,000,000 by G3' })).toHaveFocus()
    server.on('POST', decidePath, () => {
      throw new TypeError('offline')
    })
    await press('Yes to 3,000,000 by G3')
    expect(await row('3,000,000').findByRole('alert')).toBeVisible()
    expect(decided()).toMatchObject([
      { ids: [1], accept: true },
      { ids: [2], accept: false },
      { ids: [3], accept: true },
      { ids: [3], accept: true },
    ])
  })

  test('ENT-22 an account is accepted from now on; all that are shown are decided at once, and more are read in pages', async () => {
    const ann = makePlayer({ id: 9, cached_display_name: 'Ann Berg' })
    waiting = [score(1, { player: ann, guest: null }), ...Array.from({ length: 104 }, (_, at) => score(at + 2))]
    await open()
    await press('Always accept Ann Berg')
    expect(decided()).toEqual([{ ids: [1], accept: true, always: true }])
    await press('Show more')
    await screen.findByText('100,000,000')
    expect(server.sent('GET', '/api/waiting_score/').map(({ query }) => query)).toEqual([
      { limit: '50', offset: '0' },
      { limit: '50', offset: '49' },
    ])
    await press('Yes to all 99 shown')
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Yes to/ })).toBeNull())
    await press('Show more')
    await screen.findByText('105,000,000')
    await press('No to all 5 shown')
    fireEvent.click(await screen.findByRole('button', { name: 'No to all' }))
    await waitFor(() => expect(decided()).toHaveLength(3))
    expect(decided().at(-1)).toMatchObject({ ids: [101, 102, 103, 104, 105], accept: false })
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('ENT-22 a photo that is gone by now says so', async () => {
    waiting = [score(1, { has_photo: true })]
    server.on('GET', '/api/waiting_score/1/photo/', () => new FakeAnswer(404))
    await open()
    expect(await screen.findByText('The photo is deleted.')).toBeVisible()
  })
})

describe('how a venue takes them', () => {
  let known: VenueGuestScores
  beforeEach(() => {
    known = {
      asks_day_code: true,
      on_walls: false,
      day_code: '4071',
      day_code_until: '2026-11-21T10:00:00.000Z',
      machines: [
        { id: 11, name: 'Dragon’s Keep', mode: 'ask', code: 'k3y' },
        { id: 12, name: 'Firepower', mode: 'off', code: null },
      ],
      always: [{ user: makePlayer({ id: 9, cached_display_name: 'Ann Berg' }), since: '2026-11-20T10:00:00.000Z' }],
    }
    server
      .on('GET', '/api/venue/5/', () => ({
        id: 5,
        name: 'Flipper Bar',
        user_roles: [{ user: makeUser(), role: 'owner' }],
      }))
      .on('GET', '/api/venue/5/guest_scores/', () => known)
      .on('PATCH', '/api/venue/5/guest_scores/', ({ body }) => {
        const { mode, ...others } = body as Partial<VenueGuestScores> & { mode?: 'off' | 'ask' | 'accept' }
        known = { ...known, ...others }
        if (mode)
          known = { ...known, machines: known.machines.map((one) => ({ ...one, mode, code: one.code ?? 'n3w' })) }
        return known
      })
      .on('DELETE', '/api/venue/5/guest_scores/9/', () => new FakeAnswer(204))
  })

  test('ENT-23 the owner switches all machines at once, reads the code of the day, and prints a sheet of the machines that take scores', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation(() => {})
    renderRoutes(VenuesRoutes, '/venues', '/venues/5/guests')
    const sheet = await screen.findByRole('list', { name: 'Codes of the machines' })
    expect(within(sheet).getAllByRole('listitem')).toHaveLength(1)
    expect(sheet).toHaveTextContent(/No. 11Dragon’s Keep/)
    expect(screen.getByText('4071')).toBeVisible()
    expect(screen.getByText(/Your machines differ/)).toBeVisible()
    fireEvent.click(screen.getByRole('radio', { name: 'Show at once' }))
    await waitFor(() => expect(within(sheet).getAllByRole('listitem')).toHaveLength(2))
    await press('Print the sheet')
    expect(print).toHaveBeenCalled()
    fireEvent.click(screen.getByRole('switch', { name: 'Ask for the code of the day' }))
    await waitFor(() => expect(screen.queryByText('4071')).toBeNull())
    await press('Ask me again about Ann Berg')
    await waitFor(() => expect(screen.queryByText('Ann Berg')).toBeNull())
    expect(server.sent('PATCH', '/api/venue/5/guest_scores/').map(({ body }) => body)).toEqual([
      { mode: 'accept' },
      { asks_day_code: false },
    ])
    print.mockRestore()
  })
})
