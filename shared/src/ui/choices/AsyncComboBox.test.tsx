import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { AsyncComboBox, type Option, prepareControls } from '../index'

const machines: Option[] = [
  { id: 1, label: 'Dragon’s Keep', detail: 'Silver Lane Arcade' },
  { id: 2, label: 'Kraken Bay', detail: 'The Back Room' },
]
const load = jest.fn<Promise<Option[]>, [string, AbortSignal]>()
const changed = jest.fn<void, [Option | null]>()
const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
const box = () => screen.getByRole('combobox', { name: 'Machine' })
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))

function Machine({ initial = null }: { initial?: Option | null }) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <AsyncComboBox
        label="Machine"
        value={value}
        onChange={(option) => {
          changed(option)
          setValue(option)
        }}
        load={load}
        error={value ? undefined : 'Please select at least 1 machine'}
      />
      <button type="button">Next</button>
    </>
  )
}

/** The field with its first options on show. */
async function open() {
  render(<Machine />)
  const typist = user()
  await typist.click(box())
  await pass(0)
  return typist
}

beforeAll(prepareControls)
beforeEach(() => {
  jest.useFakeTimers()
  load
    .mockReset()
    .mockImplementation((text) =>
      Promise.resolve(machines.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))),
    )
  changed.mockReset()
})
afterEach(() => jest.useRealTimers())

test('what can be had is offered at once', async () => {
  await open()
  expect(load.mock.calls.map(([text]) => text)).toEqual([''])
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Dragon’s KeepSilver Lane Arcade',
    'Kraken BayThe Back Room',
  ])
})

test('SB-01 a typed text is searched 500 ms after the last key', async () => {
  const typist = await open()
  load.mockClear()
  await typist.type(box(), 'kra')
  await pass(499)
  expect(load).not.toHaveBeenCalled()
  await pass(1)
  expect(load.mock.calls.map(([text]) => text)).toEqual(['kra'])
  expect(screen.getAllByRole('option')).toHaveLength(1)
})

test('while a text is searched, only what fits it is offered of what was found before', async () => {
  const typist = await open()
  load.mockImplementationOnce(() => new Promise(() => {}))
  await typist.type(box(), 'back kra')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Kraken BayThe Back Room'])
  await typist.type(box(), 'q')
  await pass(500)
  expect(screen.queryByText('Kraken Bay')).toBeNull()
  expect(screen.getByText('Searching…')).toBeVisible()
})

test('an answer that came too late is dropped', async () => {
  let answerSlow: (options: Option[]) => void = () => {}
  const typist = await open()
  load.mockImplementationOnce(() => new Promise((resolve) => (answerSlow = resolve)))
  await typist.type(box(), 'd')
  await pass(500)
  const [, signal] = load.mock.calls.at(-1)!
  await typist.clear(box())
  await typist.type(box(), 'kra')
  expect(signal.aborted).toBe(true)
  await pass(500)
  await act(async () => answerSlow(machines))
  expect(screen.getAllByRole('option')).toHaveLength(1)
})

test('an option is chosen by keyboard', async () => {
  const typist = await open()
  await typist.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(changed.mock.calls).toEqual([[machines[1]]])
  expect(box()).toHaveValue('Kraken Bay')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('a page that scrolls under an arrow key leaves the options open and the typed text as it is', async () => {
  render(<Machine />)
  const typist = user()
  await typist.type(box(), 'kra')
  await pass(500)
  await typist.keyboard('{ArrowDown}')
  fireEvent.scroll(document)
  expect(screen.getByRole('listbox')).toBeVisible()
  expect(box()).toHaveValue('kra')
  await typist.keyboard('{Enter}')
  expect(changed.mock.calls).toEqual([[machines[1]]])
})

test('leaving without a choice brings back the chosen one', async () => {
  render(<Machine initial={machines[0]} />)
  const typist = user()
  await typist.clear(box())
  await typist.type(box(), 'zzz')
  await pass(500)
  expect(screen.getByText('Nothing found')).toBeVisible()
  await typist.tab()
  expect(box()).toHaveValue('Dragon’s Keep')
  expect(changed).not.toHaveBeenCalled()
})

test('emptying the text chooses none', async () => {
  render(<Machine initial={machines[0]} />)
  const typist = user()
  await typist.clear(box())
  await typist.tab()
  expect(changed.mock.calls).toEqual([[null]])
  expect(box()).toHaveValue('')
  expect(box()).toHaveAccessibleDescription('Please select at least 1 machine')
})

test('a failed search says so', async () => {
  load.mockReset().mockRejectedValue(new Error('down'))
  await open()
  expect(screen.getByText('An error has occurred. Please refresh the page and try again.')).toBeVisible()
})

test('a value from outside shows its label', () => {
  const { rerender } = render(<AsyncComboBox label="Machine" value={null} onChange={changed} load={load} />)
  rerender(<AsyncComboBox label="Machine" value={machines[1]!} onChange={changed} load={load} />)
  expect(box()).toHaveValue('Kraken Bay')
})

test('a box that opens while the focus leaves it does not stay open over the page', async () => {
  render(<Machine initial={machines[0]} />)
  await user().tab()
  await pass(0)
  await user().keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  await act(async () => {
    // Opened and left before either was drawn.
    fireEvent.change(box(), { target: { value: 'kra' } })
    screen.getByRole('button', { name: 'Next' }).focus()
  })
  await pass(0)
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(box()).toHaveValue('Dragon’s Keep')
})

test('SB-01 who types when the name of the chosen one comes types on: nothing is written over', async () => {
  function Late({ value }: { value: Option | null }) {
    return <AsyncComboBox label="Machine" value={value} onChange={changed} load={load} />
  }
  const { rerender } = render(<Late value={null} />)
  const typist = user()
  await typist.type(box(), 'Kra')
  rerender(<Late value={machines[0]!} />)
  await typist.keyboard('k')
  expect(box()).toHaveValue('Krak')
  await pass(500)
  await typist.click(screen.getByRole('option', { name: /Kraken Bay/ }))
  expect(changed.mock.calls).toEqual([[machines[1]]])
})
