import { configureApi } from '@multiball/shared/client'
import type { ComboboardInput, LeaderboardInput, ScoreboardInput } from '@multiball/shared/schema'
import { FakeAnswer, FakeServer, makeComboboard, makeLeaderboard, makeList, makeScoreboard, makeVenueMachine, renderRoutes, type FakeRequest } from '@multiball/shared/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import ComboboardRoutes from '../routes'

jest.mock('@multiball/shared/remotes', () => ({
  RemoteFailure: class extends Error {},
  isRetryable: () => false,
  loadExpose: jest.fn(() => new Promise(() => {})),
  remoteForDisplay: () => 'mf-scoreboards',
  retryRemote: jest.fn(),
}))

const names = ['Dragon’s Keep', 'Moon Miner', 'Turbo Canyon']
const machine = (at: number, name = names[at] ?? `Machine ${at}`) => makeVenueMachine({ id: 11 + at, machine: { id: 300 + at, name } })

type Stored = { leaderboard: { id: number; title: string }[]; scoreboard: { id: number; title: string }[]; comboboard: { id: number; title: string }[] }

/** A server that keeps what is made, and refuses a title that is taken. */
let stored: Stored
let nextId: number
let server: FakeServer
const user = userEvent.setup()

const makers = {
  leaderboard: (fields: object) => makeLeaderboard(fields),
  scoreboard: (fields: object) => makeScoreboard(fields),
  comboboard: (fields: object) => makeComboboard(fields),
}

function keep(type: keyof Stored) {
  const created = ({ body }: FakeRequest) => {
    const { title } = body as { title: string }
    if (stored[type].some((board) => board.title === title)) return new FakeAnswer(400, { title: ['Title must be unique'] })
    const board = { id: (nextId += 1), title }
    stored[type].push(board)
    return new FakeAnswer(201, makers[type]({ ...(body as object), ...board }))
  }
  server
    .on('GET', `/api/${type}/`, () => makeList<unknown>(...stored[type].map((board) => makers[type](board))))
    .on('POST', `/api/${type}/`, created)
    .on('DELETE', `/api/${type}/:id/`, ({ params }) => {
      stored[type] = stored[type].filter(({ id }) => id !== Number(params.id))
      return new FakeAnswer(204)
    })
    .on('GET', `/api/${type}/:id/scores/`, () => new FakeAnswer(404))
  return created
}

let create: Record<keyof Stored, (request: FakeRequest) => FakeAnswer>

beforeEach(() => {
  stored = { leaderboard: [], scoreboard: [], comboboard: [] }
  nextId = 100
  server = new FakeServer().on('GET', '/api/venuemachine/', () => makeList(machine(0), machine(1), machine(2)))
  create = { leaderboard: keep('leaderboard'), scoreboard: keep('scoreboard'), comboboard: keep('comboboard') }
})
afterEach(() => {
  server.close()
  sessionStorage.clear()
  configureApi({})
})

const open = () => renderRoutes(ComboboardRoutes, '/comboboards', '/comboboards/wizard')
const titleField = () => screen.getByRole('textbox', { name: 'Title' })
const submit = () => screen.getByRole('button', { name: 'Create Comboboard' })
const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const address = () => screen.getByLabelText('Address').textContent
const fill = async (title = 'Wall') => {
  await screen.findByRole('checkbox', { name: 'Select All' })
  await user.type(titleField(), title)
  await user.click(box('Select All'))
}
const sent = <Body,>(type: keyof Stored) => server.sent('POST', `/api/${type}/`).map(({ body }) => body as Body)
const report = () => screen.findByRole('list', { name: 'Boards that were made' })
const reported = async () => within(await report()).getAllByRole('listitem').map(({ textContent }) => textContent)

test('CB-03 the wizard asks for everything, private and of normal density by default', async () => {
  open()
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Bulk create')
  await screen.findByRole('checkbox', { name: 'Select All' })
  expect(screen.getAllByRole('checkbox').map(({ parentElement }) => parentElement?.textContent)).toEqual([
    'Select All', 'Dragon’s KeepSilver Lane Arcade', 'Moon MinerSilver Lane Arcade', 'Turbo CanyonSilver Lane Arcade',
  ])
  expect(titleField()).toHaveValue('')
  expect(screen.getByRole('radio', { name: 'Private' })).toBeChecked()
  expect(screen.getByRole('switch', { name: 'High Density' })).not.toBeChecked()
  expect(screen.getByRole('switch', { name: 'Show Live Player Rank' })).not.toBeChecked()
  expect(screen.getByRole('textbox', { name: 'Background colour' })).toHaveValue('#000')
  expect(screen.getByRole('textbox', { name: 'Scoreboard seconds' })).toHaveValue('10')
  expect(screen.getByRole('textbox', { name: 'Leaderboard seconds' })).toHaveValue('10')
  for (const name of ['All time', 'Boxed', 'Last Calendar', 'Rolling']) expect(screen.getByRole('radio', { name })).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: 'All Scores' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'Single Machine' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'Multiple machines of same title' })).not.toBeChecked()
})

test('CB-03 Select All selects all, and shows when only some are', async () => {
  open()
  await screen.findByRole('checkbox', { name: 'Select All' })
  await user.click(box(/Moon Miner/))
  expect(box('Select All').indeterminate).toBe(true)
  expect(screen.getByText('1 selected, at most 6')).toBeVisible()
  await user.click(box('Select All'))
  expect(screen.getByText('3 selected, at most 6')).toBeVisible()
  expect(box('Select All').checked).toBe(true)
  expect(box('Select All').indeterminate).toBe(false)
  await user.click(box('Select All'))
  expect(screen.getByText('0 selected, at most 6')).toBeVisible()
})

describe('CB-04', () => {
  test('at least two machines', async () => {
    open()
    await screen.findByRole('checkbox', { name: 'Select All' })
    await user.type(titleField(), 'Wall')
    await user.click(box(/Moon Miner/))
    await user.click(submit())
    expect(await screen.findAllByText('Please select at least two machines')).toHaveLength(2)
    expect(sent('leaderboard')).toEqual([])
  })

  test('no more machines than a comboboard holds', async () => {
    server.on('GET', '/api/venuemachine/', () => makeList(...Array.from({ length: 7 }, (_, at) => machine(at, `Machine ${at}`))))
    open()
    await fill()
    await user.click(submit())
    expect(await screen.findAllByText('A comboboard can have at most 6 items, or 20 with high density.')).toHaveLength(2)
    expect(sent('leaderboard')).toEqual([])
    await user.click(screen.getByRole('switch', { name: 'High Density' }))
    await user.click(submit())
    expect(await screen.findByText('Wall created!')).toBeVisible()
  })

  test('all that is wrong is said at once', async () => {
    server.on('GET', '/api/venuemachine/', () => makeList(...Array.from({ length: 7 }, (_, at) => machine(at, `Machine ${at}`))))
    open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select All' }))
    await user.click(screen.getByRole('radio', { name: 'Boxed' }))
    await user.click(submit())
    const summary = within((await screen.findByText('3 things need fixing')).closest('[role=alert]') as HTMLElement)
    expect(summary.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Title must not be blank', 'A comboboard can have at most 6 items, or 20 with high density.', 'Please select a start date',
    ])
  })

  test('a start date where the time is boxed', async () => {
    open()
    await fill()
    await user.click(screen.getByRole('radio', { name: 'Boxed' }))
    await user.click(submit())
    expect((await screen.findAllByText('Please select a start date')).length).toBeGreaterThan(0)
    expect(sent('leaderboard')).toEqual([])
  })

  test('idle seconds of at least 1', async () => {
    open()
    await fill()
    await user.clear(screen.getByRole('textbox', { name: 'Scoreboard seconds' }))
    await user.click(submit())
    expect((await screen.findAllByText('Please enter 1 to 86400 seconds')).length).toBeGreaterThan(0)
  })
})

describe('CB-05 what it makes', () => {
  test('for each machine a leaderboard, then its scoreboard; at the end the comboboard of the scoreboards', async () => {
    open()
    await fill()
    await user.click(screen.getByRole('radio', { name: 'Public' }))
    await user.click(screen.getByRole('switch', { name: 'Show Live Player Rank' }))
    const seconds = screen.getByRole('textbox', { name: 'Leaderboard seconds' })
    await user.clear(seconds)
    await user.type(seconds, '25')
    await user.click(screen.getByRole('radio', { name: 'One Score Per Player' }))
    await user.click(submit())
    expect(await screen.findByText('Wall created!')).toBeVisible()
    expect(address()).toBe('/comboboards')

    const order = server.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => `${path.split('/')[2]} ${(body as { title: string }).title}`)
    expect(order).toEqual([
      'leaderboard Wall – Dragon’s Keep', 'scoreboard Wall – Dragon’s Keep',
      'leaderboard Wall – Moon Miner', 'scoreboard Wall – Moon Miner',
      'leaderboard Wall – Turbo Canyon', 'scoreboard Wall – Turbo Canyon',
      'comboboard Wall',
    ])
    expect(sent<LeaderboardInput>('leaderboard')[0]).toMatchObject({
      is_public: true, items: [{ id: 11, type: 'venuemachine', order: 0 }], one_score_per_player: true, leaderboard_time_type: 'all_time',
    })
    expect(sent<ScoreboardInput>('scoreboard')[1]).toMatchObject({
      is_public: true, enablePlayerRank: true, leaderboard: stored.leaderboard[1]!.id, idle_leaderboard_show: true, idle_hotgame_show: false,
      idle_leaderboard_sec: 25, idle_scoreboard_sec: 10, venuemachine_items: [{ venuemachine: 12, order: 0 }],
    })
    expect(sent<ComboboardInput>('comboboard')[0]).toMatchObject({
      title: 'Wall', is_public: true, high_density: false, items: stored.scoreboard.map(({ id }, at) => ({ item_type: 'scoreboard', item_id: id, order: at })),
    })
    expect(sessionStorage).toHaveLength(0)
  })

  test('with Multiple machines of same title each leaderboard counts the title', async () => {
    open()
    await fill()
    await user.click(screen.getByRole('radio', { name: 'Multiple machines of same title' }))
    await user.click(submit())
    await screen.findByText('Wall created!')
    expect(sent<LeaderboardInput>('leaderboard').map(({ items }) => items)).toEqual([300, 301, 302].map((id) => [{ id, type: 'machine', order: 0 }]))
  })

  test('titles that are taken, and machines of one name, get a number', async () => {
    server.on('GET', '/api/venuemachine/', () => makeList(machine(0), machine(1, 'Dragon’s Keep')))
    stored.scoreboard.push({ id: 1, title: 'Wall – Dragon’s Keep' })
    open()
    await fill()
    await user.click(submit())
    await screen.findByText('Wall created!')
    expect(stored.leaderboard.map(({ title }) => title)).toEqual(['Wall – Dragon’s Keep', 'Wall – Dragon’s Keep (2)'])
    expect(stored.scoreboard.map(({ title }) => title)).toEqual(['Wall – Dragon’s Keep', 'Wall – Dragon’s Keep (2)', 'Wall – Dragon’s Keep (3)'])
  })

  test('FRM-03 a comboboard title that is taken is refused before anything is made', async () => {
    open()
    await fill()
    // Taken while the form was open.
    stored.comboboard.push({ id: 1, title: 'Wall' })
    await user.click(submit())
    expect((await screen.findAllByText('Title must be unique')).length).toBeGreaterThan(0)
    expect(titleField()).toBeInvalid()
    expect(sent('leaderboard')).toEqual([])
  })
})

test('FRM-02 CB-05 it says how far it is, and is started once however often submit is pressed', async () => {
  let answer = () => {}
  server.on('POST', '/api/scoreboard/', (request) => new Promise((resolve) => (answer = () => resolve(create.scoreboard(request)))))
  open()
  await fill()
  const form = submit().closest('form')!
  fireEvent.submit(form)
  fireEvent.submit(form)
  expect(await screen.findByText('2 of 7: the scoreboard “Wall – Dragon’s Keep”')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Creating the boards' })).toHaveAttribute('aria-valuenow', '1')
  fireEvent.submit(form)
  answer()
  expect(await screen.findByText('4 of 7: the scoreboard “Wall – Moon Miner”')).toBeVisible()
  answer()
  expect(await screen.findByText('6 of 7: the scoreboard “Wall – Turbo Canyon”')).toBeVisible()
  answer()
  expect(await screen.findByText('Wall created!')).toBeVisible()
  expect(stored.leaderboard).toHaveLength(3)
  expect(stored.comboboard).toHaveLength(1)
})

describe('CB-05 half way', () => {
  /** The scoreboard of the second machine is refused. */
  const failAtFourth = (refusal: () => FakeAnswer) =>
    server.on('POST', '/api/scoreboard/', (request) => ((request.body as { title: string }).title.includes('Moon') ? refusal() : create.scoreboard(request)))
  const made = ['Wall – Dragon’s Keep leaderboard', 'Wall – Dragon’s Keep scoreboard', 'Wall – Moon Miner leaderboard']

  const stop = async (refusal = () => new FakeAnswer(400, { venuemachine_items: ['There is no such machine'] })) => {
    failAtFourth(refusal)
    const page = open()
    await fill()
    await user.click(submit())
    await report()
    return page
  }

  test('it says exactly what was made, and why no more', async () => {
    await stop()
    expect(screen.getByText('3 of 7 boards were made. The scoreboard “Wall – Moon Miner” could not be made: There is no such machine')).toBeVisible()
    expect(await reported()).toEqual(made)
    expect(stored.comboboard).toEqual([])
    expect(screen.queryByText(/It is not known/)).toBeNull()
  })

  test('the rest is made when it is tried again, and nothing twice', async () => {
    await stop()
    server.on('POST', '/api/scoreboard/', create.scoreboard)
    await user.click(screen.getByRole('button', { name: 'Try the rest again' }))
    expect(await screen.findByText('Wall created!')).toBeVisible()
    expect(stored.leaderboard).toHaveLength(3)
    expect(stored.scoreboard).toHaveLength(3)
    expect(sent<ComboboardInput>('comboboard')[0]?.items.map(({ item_id }) => item_id)).toEqual(stored.scoreboard.map(({ id }) => id))
    expect(sessionStorage).toHaveLength(0)
  })

  test('it is removed, and the form is there again as it was', async () => {
    await stop()
    await user.click(screen.getByRole('button', { name: 'Remove what was made' }))
    expect(await screen.findByText('Everything that was made has been removed.')).toBeVisible()
    expect(screen.queryByText(/boards were made/)).toBeNull()
    expect(stored).toEqual({ leaderboard: [], scoreboard: [], comboboard: [] })
    expect(titleField()).toHaveValue('Wall')
    expect(screen.getByText('3 selected, at most 6')).toBeVisible()
  })

  test('what could not be removed is told', async () => {
    await stop()
    const [first] = stored.leaderboard
    server.on('DELETE', `/api/leaderboard/${first!.id}/`, () => new FakeAnswer(500))
    await user.click(screen.getByRole('button', { name: 'Remove what was made' }))
    expect(await screen.findByText(/^2 of 3 were removed; the others are still there/)).toBeVisible()
    expect(await reported()).toEqual([made[0]])
    expect(stored.leaderboard).toEqual([first])
  })

  test('it is kept, and the form starts over', async () => {
    await stop()
    await user.click(screen.getByRole('button', { name: 'Keep it and start over' }))
    expect(await screen.findByRole('checkbox', { name: 'Select All' })).toBeVisible()
    expect(stored.leaderboard).toHaveLength(2)
    expect(sessionStorage).toHaveLength(0)
  })

  test('a board that was made although no answer came is found, not made twice', async () => {
    let isLost = true
    server.on('POST', '/api/scoreboard/', (request) => {
      const answer = create.scoreboard(request)
      if (!isLost || !(request.body as { title: string }).title.includes('Moon')) return answer
      isLost = false
      throw new TypeError('the connection broke')
    })
    open()
    await fill()
    await user.click(submit())
    expect(await screen.findByText(/It is not known whether the scoreboard “Wall – Moon Miner” was made/)).toBeVisible()
    expect(await reported()).toEqual(made)
    await user.click(screen.getByRole('button', { name: 'Try the rest again' }))
    await screen.findByText('Wall created!')
    expect(stored.scoreboard.map(({ title }) => title)).toEqual(names.map((name) => `Wall – ${name}`))
  })

  test('a board that was made although no answer came is removed with the others', async () => {
    server.on('POST', '/api/scoreboard/', (request) => {
      create.scoreboard(request)
      throw new TypeError('the connection broke')
    })
    open()
    await fill()
    await user.click(submit())
    await screen.findByText(/It is not known/)
    await user.click(screen.getByRole('button', { name: 'Remove what was made' }))
    expect(await screen.findByText('Everything that was made has been removed.')).toBeVisible()
    expect(stored).toEqual({ leaderboard: [], scoreboard: [], comboboard: [] })
  })

  test('before anything was made, the failure is all there is to tell', async () => {
    server.on('POST', '/api/leaderboard/', () => new FakeAnswer(400, { items: ['There is no such machine'] }))
    open()
    await fill()
    await user.click(submit())
    expect(await screen.findByText('Nothing was made. The leaderboard “Wall – Dragon’s Keep” could not be made: There is no such machine')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull()
    expect(titleField()).toHaveValue('Wall')
  })

  test('who leaves while it works finds it stopped there, and what was made', async () => {
    let answer = () => {}
    server.on('POST', '/api/scoreboard/', (request) => new Promise((resolve) => (answer = () => resolve(create.scoreboard(request)))))
    const page = open()
    await fill()
    await user.click(submit())
    await screen.findByText(/^2 of 7/)
    page.unmount()
    answer()
    await waitFor(() => expect(JSON.parse(sessionStorage.getItem('mb-wizard:1') ?? '{}')).toHaveProperty('made.length', 2))
    open()
    expect(await screen.findByText('2 of 7 boards were made')).toBeVisible()
    expect(await reported()).toEqual(made.slice(0, 2))
    expect(stored.leaderboard).toHaveLength(1)
  })

  test('ACC-07 a 401 half way: after the next login it says what was made, and goes on from there', async () => {
    let token: string | undefined = 'expired'
    let page = { unmount: () => {} }
    configureApi({
      token: () => token,
      onUnauthorized: () => {
        token = undefined
        page.unmount()
      },
    })
    failAtFourth(() => new FakeAnswer(401, { detail: 'Invalid token.' }))
    page = open()
    await fill()
    await user.click(submit())
    await waitFor(() => expect(token).toBeUndefined())
    await waitFor(() => expect(JSON.parse(sessionStorage.getItem('mb-wizard:1') ?? '{}')).not.toHaveProperty('unsure'))

    server.on('POST', '/api/scoreboard/', create.scoreboard)
    page = open()
    expect(await screen.findByText('3 of 7 boards were made')).toBeVisible()
    expect(await reported()).toEqual(made)
    await user.click(screen.getByRole('button', { name: 'Try the rest again' }))
    expect(await screen.findByText('Wall created!')).toBeVisible()
    expect(stored.scoreboard).toHaveLength(3)
  })
})

test('CB-03 an owner without machines is led to them', async () => {
  server.on('GET', '/api/venuemachine/', () => makeList())
  open()
  expect(await screen.findByText('You have no machines yet.')).toBeVisible()
})

test('LST-07 machines that cannot be read are told', async () => {
  server.on('GET', '/api/venuemachine/', () => new FakeAnswer(500))
  open()
  expect(await screen.findByText('An error has occurred. Please refresh the page and try again.')).toBeVisible()
})
