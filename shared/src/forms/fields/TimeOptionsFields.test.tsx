import { LeaderboardInput } from '@multiball/shared/schema'
import { BrowserRouter } from '@multiball/shared/routing'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BoardForm } from '../form/BoardForm'
import { newTimeOptions, type TimeOptions } from './timeOptions'
import { TimeOptionsFields } from './TimeOptionsFields'
import { useBoardForm } from '../form/useBoardForm'

const user = userEvent.setup()
const saved = jest.fn<Promise<object>, [LeaderboardInput]>(() => Promise.resolve({}))
const local = (text: string) => new Date(text).toISOString()
const pick = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const leave = (label: string) =>
  act(() => (screen.getByLabelText(label).focus(), screen.getByRole('button', { name: /Create/ }).focus()))
const choose = (name: string) => user.click(screen.getByRole('radio', { name }))
const save = () => user.click(screen.getByRole('button', { name: 'Create Leaderboard' }))
const sent = async () => {
  await save()
  await waitFor(() => expect(saved).toHaveBeenCalled())
  return saved.mock.lastCall![0]
}

/** Chooses Boxed, and fills in some of its fields. */
const box = async (fields: Record<string, string> = {}) => {
  show()
  await choose('Boxed')
  for (const [label, value] of Object.entries(fields)) pick(label, value)
}

function Form({ time }: { time: TimeOptions }) {
  const form = useBoardForm({
    schema: LeaderboardInput,
    defaults: { ...blank, ...time },
    owner: 1,
    save: saved,
    onSaved: () => {},
  })
  return (
    <BoardForm form={form} kind="Leaderboard" isNew listPath="/" preview={null}>
      <TimeOptionsFields />
    </BoardForm>
  )
}

const blank: Omit<LeaderboardInput, keyof TimeOptions> = {
  title: 'House records',
  is_public: false,
  moments: 'records',
  background_color: '#000',
  display_title: true,
  items: [{ id: 1, type: 'machine', order: 0 }],
  items_per_list: 10,
  one_score_per_player: false,
  leaderboard_machine_type: 'global',
  filter_by_venuemachines: false,
  venuemachines: [],
  leaderboard_player_type: 'global',
  players: [],
}

const show = (time: Partial<TimeOptions> = {}) =>
  render(
    <BrowserRouter>
      <Form time={{ ...newTimeOptions(), ...time }} />
    </BrowserRouter>,
  )

beforeEach(() => {
  saved.mockClear()
  sessionStorage.clear()
})

test('LB-02 four ways to say which scores count; all time needs nothing more', async () => {
  show()
  const radios = within(screen.getByRole('group', { name: 'Time options' })).getAllByRole('radio')
  expect(radios.map((radio) => (radio as HTMLInputElement).value)).toEqual([
    'all_time',
    'time_box',
    'last_calendar',
    'last_rolling',
  ])
  expect(screen.getByRole('radio', { name: 'All time' })).toBeChecked()
  expect(await sent()).toMatchObject({ leaderboard_time_type: 'all_time' })
})

describe('LB-02 LB-03 Boxed', () => {
  test('from a start, with or without an end, which can be cleared', async () => {
    await box({ 'Start date': '2026-11-01', 'Start time': '18:00', 'End date': '2026-11-30' })
    fireEvent.click(screen.getByRole('button', { name: 'Clear end' }))
    expect(await sent()).toMatchObject({
      leaderboard_time_type: 'time_box',
      score_start_time: local('2026-11-01T18:00'),
      score_end_time: null,
    })
  })

  test('with an end', async () => {
    await box({ 'Start date': '2026-11-01', 'End date': '2026-12-01' })
    leave('End date')
    expect(await sent()).toMatchObject({
      score_start_time: local('2026-11-01T00:00'),
      score_end_time: local('2026-12-01T00:00'),
    })
  })

  test('without a start it is refused', async () => {
    await box()
    await save()
    expect(await screen.findByText('One thing needs fixing')).toBeVisible()
    expect(screen.getAllByText('Please select a start date')).toHaveLength(2)
    expect(screen.getByLabelText('Start date')).toBeInvalid()
    expect(saved).not.toHaveBeenCalled()
  })

  test('a missing start is forgiven once another way is chosen', async () => {
    await box()
    await save()
    expect(await screen.findAllByText('Please select a start date')).toHaveLength(2)
    await choose('Rolling')
    await waitFor(() => expect(screen.queryByText('Please select a start date')).toBeNull())
    expect(await sent()).toMatchObject({ leaderboard_time_type: 'last_rolling' })
  })

  test.each([
    ['2026-10-31', 'End date can not be before start date'],
    ['2026-11-01', 'End date can not be same as start date'],
  ])('an end on %s is said once it is left, and emptied', async (end, sentence) => {
    await box({ 'Start date': '2026-11-01', 'End date': end })
    expect(screen.queryByText(sentence)).toBeNull()
    leave('End date')
    expect(screen.getByRole('alert')).toHaveTextContent(sentence)
    expect(screen.getByLabelText('End date')).toHaveValue('')
    pick('End date', '2026-11-02')
    expect(screen.queryByText(sentence)).toBeNull()
    expect(await sent()).toMatchObject({ score_end_time: local('2026-11-02T00:00') })
  })

  test('an end on the day of the start may be later', async () => {
    await box({ 'Start date': '2026-11-01', 'Start time': '18:00', 'End date': '2026-11-01', 'End time': '23:00' })
    leave('End time')
    expect(await sent()).toMatchObject({ score_end_time: local('2026-11-01T23:00') })
  })

  test('a start that is moved past the end is judged too', async () => {
    show({
      leaderboard_time_type: 'time_box',
      score_start_time: local('2026-11-01T00:00'),
      score_end_time: local('2026-11-30T00:00'),
    })
    pick('Start date', '2026-12-24')
    leave('Start date')
    expect(screen.getByRole('alert')).toHaveTextContent('End date can not be before start date')
    expect(screen.getByLabelText('End date')).toHaveValue('')
  })
})

describe('LB-02 Last Calendar', () => {
  test('one of five periods, in the browser’s zone', async () => {
    show()
    await choose('Last Calendar')
    const periods = within(screen.getByRole('radiogroup', { name: 'Calendar period' })).getAllByRole('radio')
    expect(periods.map((radio) => (radio as HTMLInputElement).value)).toEqual(['year', 'month', 'week', 'day', 'hour'])
    await choose('Week')
    const own = newTimeOptions().last_time_timezone
    expect(await sent()).toMatchObject({
      leaderboard_time_type: 'last_calendar',
      last_time_bucket: 'week',
      last_time_timezone: own,
    })
  })

  test('a zone is found by its city', async () => {
    show({ leaderboard_time_type: 'last_calendar' })
    const zone = screen.getByRole('combobox', { name: 'Time zone' })
    await user.clear(zone)
    await user.type(zone, 'new york')
    await user.click(await screen.findByRole('option', { name: /America\/New York/ }))
    expect(zone).toHaveValue('America/New York')
    expect(await sent()).toMatchObject({ last_time_timezone: 'America/New_York' })
  })

  test('None is a choice, and what an empty field means', async () => {
    show({ leaderboard_time_type: 'last_calendar', last_time_timezone: 'Europe/London' })
    const zone = screen.getByRole('combobox', { name: 'Time zone' })
    expect(zone).toHaveValue('Europe/London')
    await user.click(zone)
    await user.click(await screen.findByRole('option', { name: /^None/ }))
    expect(zone).toHaveValue('None')
    expect(await sent()).toMatchObject({ last_time_timezone: null })
  })
})

describe('LB-02 Rolling', () => {
  const days = () => screen.getByRole('textbox', { name: 'Days' })

  test('the last days', async () => {
    show()
    await choose('Rolling')
    await user.clear(days())
    await user.type(days(), '030')
    expect(days()).toHaveValue('030')
    expect(await sent()).toMatchObject({ leaderboard_time_type: 'last_rolling', last_time_count: 30 })
  })

  test.each(['', '0'])('%j is less than 1 day', async (typed) => {
    show({ leaderboard_time_type: 'last_rolling' })
    await user.clear(days())
    if (typed) await user.type(days(), typed)
    await save()
    expect(await screen.findAllByText('At least 1 day')).toHaveLength(2)
    expect(saved).not.toHaveBeenCalled()
  })

  test.each([
    ['1.5', 'Please enter a whole number of days'],
    ['1,5', 'Please enter a whole number of days'],
    ['1e2', 'Please enter a whole number of days'],
    ['3x0', 'Please enter a whole number of days'],
    ['-3', 'At least 1 day'],
    ['99999', 'At most 36500 days'],
  ])('%s stays as typed and is refused: %s', async (typed, refusal) => {
    show({ leaderboard_time_type: 'last_rolling' })
    await user.clear(days())
    await user.type(days(), typed)
    await save()
    expect(await screen.findAllByText(refusal)).toHaveLength(2)
    expect(days()).toHaveValue(typed)
    expect(saved).not.toHaveBeenCalled()
  })

  test('a count that is wrong does not stand in the way of another choice', async () => {
    show({ leaderboard_time_type: 'last_rolling' })
    await user.clear(days())
    await choose('All time')
    expect(await sent()).toMatchObject({ leaderboard_time_type: 'all_time', last_time_count: 7 })
  })
})
