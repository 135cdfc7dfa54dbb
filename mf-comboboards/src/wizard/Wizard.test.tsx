import { configureApi } from '@multiball/shared/client'
import type { FromMachinesInput } from '@multiball/shared/schema'
import {
  expireLogin,
  FakeAnswer,
  FakeServer,
  makeComboboard,
  makeList,
  makeVenueMachine,
  renderRoutes,
  type FakeRequest,
} from '@multiball/shared/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import ComboboardRoutes from '../routes'
// Read before the tests, whose time is for pages.
import './WizardPage'

// Much of the page, and tested beside it.
jest.mock('./WizardPreview', () => ({ WizardPreview: () => null }))

const names = ['Dragon’s Keep', 'Moon Miner', 'Turbo Canyon']
const machine = (at: number, name = names[at] ?? `Machine ${at}`) =>
  makeVenueMachine({ id: 11 + at, machine: { id: 300 + at, name } })

/** A server that creates the comboboard, and refuses a title that is taken. */
let taken: Set<string>
let server: FakeServer
const user = userEvent.setup()

function create({ body }: FakeRequest) {
  const { title } = body as FromMachinesInput
  if (taken.has(title)) return new FakeAnswer(400, { title: ['Title must be unique'] })
  taken.add(title)
  return new FakeAnswer(201, makeComboboard({ id: 100 + taken.size, title }))
}

const path = '/api/comboboard/from_machines/'

beforeEach(() => {
  taken = new Set()
  server = new FakeServer()
    .on('GET', '/api/venuemachine/', () => makeList(machine(0), machine(1), machine(2)))
    .on('GET', '/api/comboboard/', () =>
      makeList(...[...taken].map((title, at) => makeComboboard({ id: 101 + at, title }))),
    )
    .on('GET', '/api/comboboard/:id/scores/', () => new FakeAnswer(404))
    .on('POST', path, create)
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
  fireEvent.change(titleField(), { target: { value: title } })
  fireEvent.click(box('Select All'))
}
const sent = () => server.sent('POST', path).map(({ body }) => body as FromMachinesInput)

test('CB-03 the wizard asks for everything, private and of normal density by default; Select All selects all, and shows when only some are', async () => {
  open()
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Bulk create')
  await screen.findByRole('checkbox', { name: 'Select All' })
  expect(screen.getAllByRole('checkbox').map(({ parentElement }) => parentElement?.textContent)).toEqual([
    'Select All',
    'Dragon’s KeepSilver Lane Arcade',
    'Moon MinerSilver Lane Arcade',
    'Turbo CanyonSilver Lane Arcade',
  ])
  expect(titleField()).toHaveValue('')
  expect(screen.getByRole('radio', { name: 'Private' })).toBeChecked()
  expect(screen.getByRole('switch', { name: 'High Density' })).not.toBeChecked()
  expect(screen.getByRole('switch', { name: 'Show Live Player Rank' })).not.toBeChecked()
  expect(screen.getByRole('textbox', { name: 'Background colour' })).toHaveValue('#000')
  expect(screen.getByRole('textbox', { name: 'Scoreboard seconds' })).toHaveValue('10')
  expect(screen.getByRole('textbox', { name: 'Leaderboard seconds' })).toHaveValue('10')
  for (const name of ['All time', 'Boxed', 'Last Calendar', 'Rolling'])
    expect(screen.getByRole('radio', { name })).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: 'All Scores' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'Single Machine' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'Multiple machines of same title' })).not.toBeChecked()
  fireEvent.click(box(/Moon Miner/))
  expect(box('Select All').indeterminate).toBe(true)
  expect(screen.getByText('1 selected, at most 6')).toBeVisible()
  fireEvent.click(box('Select All'))
  expect(screen.getByText('3 selected, at most 6')).toBeVisible()
  expect(box('Select All').checked).toBe(true)
  expect(box('Select All').indeterminate).toBe(false)
  fireEvent.click(box('Select All'))
  expect(screen.getByText('0 selected, at most 6')).toBeVisible()
})

describe('CB-04', () => {
  test('at least two machines', async () => {
    open()
    await screen.findByRole('checkbox', { name: 'Select All' })
    fireEvent.change(titleField(), { target: { value: 'Wall' } })
    fireEvent.click(box(/Moon Miner/))
    fireEvent.click(submit())
    expect(await screen.findAllByText('Please select at least two machines')).toHaveLength(2)
    expect(sent()).toEqual([])
  })

  test('no more machines than a comboboard holds', async () => {
    server.on('GET', '/api/venuemachine/', () =>
      makeList(...Array.from({ length: 7 }, (_, at) => machine(at, `Machine ${at}`))),
    )
    open()
    await fill()
    fireEvent.click(submit())
    expect(await screen.findAllByText('A comboboard can have at most 6 items, or 20 with high density.')).toHaveLength(
      2,
    )
    expect(sent()).toEqual([])
    fireEvent.click(screen.getByRole('switch', { name: 'High Density' }))
    fireEvent.click(submit())
    expect(await screen.findByText('Wall created!')).toBeVisible()
  })

  test('all that is wrong is said at once', async () => {
    server.on('GET', '/api/venuemachine/', () =>
      makeList(...Array.from({ length: 7 }, (_, at) => machine(at, `Machine ${at}`))),
    )
    open()
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select All' }))
    fireEvent.click(screen.getByRole('radio', { name: 'Boxed' }))
    await user.clear(screen.getByRole('textbox', { name: 'Scoreboard seconds' }))
    fireEvent.click(submit())
    const summary = within((await screen.findByText('4 things need fixing')).closest('[role=alert]') as HTMLElement)
    expect(summary.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Title must not be blank',
      'A comboboard can have at most 6 items, or 20 with high density.',
      'Please enter 1 to 86400 seconds',
      'Please select a start date',
    ])
    expect(sent()).toEqual([])
  })
})

describe('CB-05 CB-06 one call', () => {
  test('says everything that was chosen', async () => {
    open()
    await fill()
    fireEvent.click(screen.getByRole('radio', { name: 'Public' }))
    fireEvent.click(screen.getByRole('switch', { name: 'Show Live Player Rank' }))
    const seconds = screen.getByRole('textbox', { name: 'Leaderboard seconds' })
    fireEvent.change(seconds, { target: { value: '25' } })
    fireEvent.click(screen.getByRole('radio', { name: 'One Score Per Player' }))
    fireEvent.click(screen.getByRole('radio', { name: 'Multiple machines of same title' }))
    fireEvent.click(submit())
    expect(await screen.findByText('Wall created!')).toBeVisible()
    expect(address()).toBe('/comboboards')
    expect(sent()).toEqual([
      {
        ...{ title: 'Wall', is_public: true, background_color: '#000', high_density: false, machines: [11, 12, 13] },
        ...{
          enablePlayerRank: true,
          idle_scoreboard_sec: 10,
          idle_leaderboard_sec: 25,
          one_score_per_player: true,
          item_type: 'machine',
        },
        ...{
          leaderboard_time_type: 'all_time',
          score_start_time: null,
          score_end_time: null,
          last_time_bucket: 'month',
          last_time_timezone: 'UTC',
          last_time_count: 7,
        },
      },
    ])
    expect(sessionStorage).toHaveLength(0)
  })

  test('FRM-03 a comboboard title that is taken is refused before anything is made', async () => {
    open()
    await fill()
    // Taken while the form was open.
    taken.add('Wall')
    fireEvent.click(submit())
    expect((await screen.findAllByText('Title must be unique')).length).toBeGreaterThan(0)
    expect(titleField()).toBeInvalid()
    expect(screen.queryByText(/created!/)).toBeNull()
  })

  test('what is refused is said at its field, and the form stays as it was', async () => {
    server.on(
      'POST',
      path,
      () => new FakeAnswer(400, { machines: ['Only your own machines and those of public scoreboards can be shown'] }),
    )
    open()
    await fill()
    fireEvent.click(submit())
    expect(
      await screen.findAllByText('Only your own machines and those of public scoreboards can be shown'),
    ).toHaveLength(2)
    expect(titleField()).toHaveValue('Wall')
  })

  test('FRM-02 it is started once however often submit is pressed', async () => {
    let answer = () => {}
    server.on('POST', path, (request) => new Promise((resolve) => (answer = () => resolve(create(request)))))
    open()
    await fill()
    const form = submit().closest('form')!
    fireEvent.submit(form)
    fireEvent.submit(form)
    await waitFor(() => expect(form).toHaveAttribute('aria-busy', 'true'))
    fireEvent.submit(form)
    answer()
    expect(await screen.findByText('Wall created!')).toBeVisible()
    expect(sent()).toHaveLength(1)
  })

  const answerLost =
    /^An error has occurred\. Please refresh the page and try again\. .*If you press Create Comboboard again, nothing is created twice\.$/

  test('when the answer is lost it says so, and pressing again finds what was created', async () => {
    server.on('POST', path, (request) => {
      const answer = create(request)
      if (answer.status === 201) throw new TypeError('the connection broke')
      return answer
    })
    open()
    await fill()
    fireEvent.click(submit())
    expect(await screen.findByText(answerLost)).toBeVisible()
    // The list of titles is read again once the network is back.
    const lists = server.sent('GET', '/api/comboboard/').length
    await act(async () => {
      dispatchEvent(new Event('offline'))
      dispatchEvent(new Event('online'))
    })
    await waitFor(() => expect(server.sent('GET', '/api/comboboard/').length).toBeGreaterThan(lists))
    fireEvent.click(submit())
    expect(await screen.findByText('Wall created!')).toBeVisible()
    expect([...taken]).toEqual(['Wall'])
  })

  test('when the request is lost, pressing again creates everything', async () => {
    server.on('POST', path, () => new FakeAnswer(502))
    open()
    await fill()
    fireEvent.click(submit())
    expect(await screen.findByText(answerLost)).toBeVisible()
    server.on('POST', path, create)
    fireEvent.click(submit())
    expect(await screen.findByText('Wall created!')).toBeVisible()
  })

  test('another title that is taken is no lost answer', async () => {
    server.on('POST', path, () => new FakeAnswer(502))
    open()
    await fill()
    fireEvent.click(submit())
    await screen.findByText(answerLost)
    server.on('POST', path, create)
    taken.add('Wall 2')
    await user.type(titleField(), ' 2')
    fireEvent.click(submit())
    expect((await screen.findAllByText('Title must be unique')).length).toBeGreaterThan(0)
  })

  test('ACC-07 a 401: after the next login the form is there again as it was', async () => {
    const login = expireLogin()
    server.on('POST', path, () => new FakeAnswer(401, { detail: 'Invalid token.' }))
    login.page = open()
    await fill()
    fireEvent.click(submit())
    await waitFor(() => expect(login.token).toBeUndefined())

    server.on('POST', path, create)
    open()
    await screen.findByRole('checkbox', { name: 'Select All' })
    expect(titleField()).toHaveValue('Wall')
    expect(screen.getByText('3 selected, at most 6')).toBeVisible()
    fireEvent.click(submit())
    expect(await screen.findByText('Wall created!')).toBeVisible()
  })
})

test('CB-03 a machine that is gone by the time the wizard is sent is left out, and the others are created', async () => {
  const refusal = 'Only your own machines and those of public scoreboards can be shown'
  server.on('POST', path, (request) =>
    (request.body as FromMachinesInput).machines.includes(12)
      ? new FakeAnswer(400, { machines: [refusal] })
      : create(request),
  )
  open()
  await fill()
  server.on('GET', '/api/venuemachine/', () => makeList(machine(0), machine(2)))
  fireEvent.click(submit())
  expect(await screen.findByText('Machines that are gone were left out.')).toBeVisible()
  expect(screen.getAllByText(refusal).length).toBeGreaterThan(0)
  expect(screen.queryByRole('checkbox', { name: /Moon Miner/ })).toBeNull()
  fireEvent.click(submit())
  expect(await screen.findByText('Wall created!')).toBeVisible()
  expect(sent().at(-1)!.machines).toEqual([11, 13])
})

test('CB-03 a draft that names a machine that is gone leaves it out', async () => {
  const { unmount } = open()
  await fill()
  unmount()
  server.on('GET', '/api/venuemachine/', () => makeList(machine(0), machine(3, 'Star Farm')))
  open()
  expect(await screen.findByText('Machines that are gone were left out.')).toBeVisible()
  expect(screen.getByText('1 selected, at most 6')).toBeVisible()
  fireEvent.click(box('Select All'))
  fireEvent.click(submit())
  expect(await screen.findByText('Wall created!')).toBeVisible()
  expect(sent().at(-1)!.machines).toEqual([11, 14])
})

test('CB-03 an owner without machines is led to them, by the summary of a refused form, too', async () => {
  server.on('GET', '/api/venuemachine/', () => makeList())
  open()
  expect(await screen.findByText('You have no machines yet.')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Create Comboboard' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Please select at least two machines' }))
  expect(screen.getByRole('link', { name: 'Add machines to your venue' })).toHaveFocus()
})

test('LST-07 machines that cannot be read are told', async () => {
  server.on('GET', '/api/venuemachine/', () => new FakeAnswer(500))
  open()
  expect(await screen.findByText('An error has occurred. Please refresh the page and try again.')).toBeVisible()
})
