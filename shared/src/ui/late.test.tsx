import { fireEvent, render, screen } from '@testing-library/react'
import { Component, Suspense, type ComponentType, type ReactNode } from 'react'
import { late, lateOverlay } from './late'
import { AsyncComboBox } from './lateParts'

class Retry extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override render() {
    return this.state.hasFailed ? (
      <button onClick={() => this.setState({ hasFailed: false })}>Retry</button>
    ) : (
      this.props.children
    )
  }
}

const Form = ({ title }: { title: string }) => <h1>{title}</h1>
const load = jest.fn<Promise<ComponentType<{ title: string }>>, []>()
const show = (Shown: ComponentType<{ title: string }>) =>
  render(
    <Retry>
      <Suspense fallback={<p>Loading</p>}>
        <Shown title="Add Scoreboard" />
      </Suspense>
    </Retry>,
  )

beforeEach(() => load.mockReset())
afterEach(() => jest.useRealTimers())

test('what was prepared is not asked for again when it is shown', async () => {
  load.mockResolvedValue(Form)
  const form = late(load)
  await form.prepare()
  show(form)
  expect(await screen.findByRole('heading', { name: 'Add Scoreboard' })).toBeVisible()
  expect(load).toHaveBeenCalledTimes(1)
})

test('what did not come is asked for once more, then fails, and comes when it is drawn again', async () => {
  jest.useFakeTimers()
  jest.spyOn(console, 'error').mockImplementation(() => {})
  load.mockRejectedValueOnce(new Error('lost')).mockRejectedValueOnce(new Error('lost')).mockResolvedValue(Form)
  show(late(load))
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(load).toHaveBeenCalledTimes(2)
  jest.advanceTimersByTime(1_000)
  fireEvent.click(retry)
  expect(await screen.findByRole('heading', { name: 'Add Scoreboard' })).toBeVisible()
  expect(load).toHaveBeenCalledTimes(3)
})

test('what was reached for again is asked for anew, however soon', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {})
  load.mockRejectedValueOnce(new Error('lost')).mockRejectedValueOnce(new Error('lost')).mockResolvedValue(Form)
  const form = late(load)
  show(form)
  const retry = await screen.findByRole('button', { name: 'Retry' })
  void form.prepare()
  fireEvent.click(retry)
  expect(await screen.findByRole('heading', { name: 'Add Scoreboard' })).toBeVisible()
})

test('what could not be prepared is no failure before it is shown', async () => {
  load.mockRejectedValueOnce(new Error('lost')).mockRejectedValueOnce(new Error('lost')).mockResolvedValue(Form)
  const form = late(load)
  await form.prepare()
  show(form)
  expect(await screen.findByRole('heading', { name: 'Add Scoreboard' })).toBeVisible()
})

test('what is there already is drawn at once', async () => {
  load.mockResolvedValue(Form)
  const form = late(load)
  await form.prepare()
  show(form)
  expect(screen.getByRole('heading', { name: 'Add Scoreboard' })).toBeVisible()
})

test('what opens over the page is not asked for before it is open, holds up nothing, and stays once it was open', async () => {
  const Note = ({ isOpen }: { isOpen: boolean }) => <p>{isOpen ? 'Open' : 'Closed'}</p>
  const loadNote = jest.fn(() => Promise.resolve(Note))
  const Overlay = lateOverlay(loadNote)
  const page = (isOpen: boolean) => (
    <>
      <h1>List</h1>
      <Overlay isOpen={isOpen} />
    </>
  )
  const { rerender } = render(page(false))
  expect(loadNote).not.toHaveBeenCalled()
  rerender(page(true))
  expect(screen.getByRole('heading', { name: 'List' })).toBeVisible()
  expect(await screen.findByText('Open')).toBeVisible()
  rerender(page(false))
  expect(screen.getByText('Closed')).toBeVisible()
})

test('a field that is on its way keeps the place of its words, so that nothing below it moves', async () => {
  render(
    <AsyncComboBox
      label="Board"
      description="Any of your boards."
      value={null}
      onChange={() => {}}
      load={async () => []}
    />,
  )
  expect(screen.getByText('Board')).toBeVisible()
  expect(screen.getByText('Any of your boards.')).toBeVisible()
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(await screen.findByRole('combobox', { name: 'Board' })).toHaveAccessibleDescription('Any of your boards.')
})
