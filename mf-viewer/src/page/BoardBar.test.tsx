import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import BoardBar from './BoardBar'

const address = { type: 'scoreboard', id: 9, key: undefined } as const
const open = (onFullScreen = () => {}) => render(<BoardBar address={address} onFullScreen={onFullScreen} />)
const bar = () => screen.getByRole('toolbar', { hidden: true, name: 'This board' })

afterEach(() => jest.useRealTimers())

test('SHR-07 the bar goes after four seconds, and comes back with the pointer', () => {
  jest.useFakeTimers()
  open()
  expect(bar()).toHaveAttribute('data-shown')
  act(() => jest.advanceTimersByTime(4_000))
  expect(bar()).not.toHaveAttribute('data-shown')
  fireEvent.pointerMove(document.body)
  expect(bar()).toHaveAttribute('data-shown')
})

test('SHR-07 it stays while it has the focus', () => {
  jest.useFakeTimers()
  open()
  act(() => screen.getByRole('button', { name: 'Share' }).focus())
  act(() => jest.advanceTimersByTime(20_000))
  expect(bar()).toHaveAttribute('data-shown')
})

test('SHR-07 the focus that a press of Full screen left behind does not keep it on a wall, whoever moves again finds it', () => {
  jest.useFakeTimers()
  open()
  const button = screen.getByRole('button', { name: 'Full screen' })
  act(() => button.focus())
  fireEvent.click(button)
  act(() => jest.advanceTimersByTime(60_000))
  expect(bar()).not.toHaveAttribute('data-shown')
  expect(button).not.toHaveFocus()
  fireEvent.pointerMove(document.body)
  expect(bar()).toHaveAttribute('data-shown')
})

test('SHR-07 it fills the screen, and where the system shares nothing it copies the link and says so', async () => {
  const user = userEvent.setup()
  const onFullScreen = jest.fn()
  open(onFullScreen)
  await user.click(screen.getByRole('button', { name: 'Full screen' }))
  expect(onFullScreen).toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole('button', { name: 'Share' }))
  expect(await screen.findByText('Link copied')).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe(location.href)
})

test('SHR-08 the QR code of the board can be printed and kept as a file', async () => {
  const user = userEvent.setup()
  open()
  await user.click(screen.getByRole('button', { name: 'QR code' }))
  for (const name of ['Print', 'Download PNG', 'Download SVG'])
    expect(await screen.findByRole('button', { name, hidden: true })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Close', hidden: true }))
  expect(screen.queryByRole('button', { name: 'Print', hidden: true })).not.toBeInTheDocument()
})

test('SHR-08 whoever closes the sheet of the QR code, which only the browser’s own closing does, has the focus where it was', async () => {
  const user = userEvent.setup()
  let before: Element | null = null
  const asBrowsersDo = {
    showModal: () => void (before = document.activeElement),
    close(this: HTMLDialogElement) {
      ;(before as HTMLElement).focus()
      this.dispatchEvent(new Event('close'))
    },
  }
  const { prototype } = HTMLDialogElement
  const known = Object.getOwnPropertyDescriptors(prototype)
  Object.assign(prototype, asBrowsersDo)
  try {
    open()
    const button = screen.getByRole('button', { name: 'QR code' })
    await user.click(button)
    await user.click(await screen.findByRole('button', { name: 'Close', hidden: true }))
    expect(screen.queryByRole('button', { name: 'Print', hidden: true })).not.toBeInTheDocument()
    expect(button).toHaveFocus()
  } finally {
    for (const name of ['showModal', 'close'] as const) {
      if (known[name]) Object.defineProperty(prototype, name, known[name])
      else Reflect.deleteProperty(prototype, name)
    }
  }
})
