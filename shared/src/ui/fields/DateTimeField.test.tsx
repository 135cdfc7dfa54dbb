import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { DateTimeField, type DateTimeFieldProps } from '../index'

const told = jest.fn<void, [string | null]>()
const left = jest.fn()

function Field(props: Partial<DateTimeFieldProps>) {
  const [value, setValue] = useState(props.value ?? null)
  return (
    <>
      <DateTimeField
        label="End"
        {...props}
        value={value}
        onChange={(next) => {
          told(next)
          setValue(next)
        }}
        onBlur={left}
      />
      <button onClick={() => setValue(null)}>Empty</button>
    </>
  )
}

const date = () => screen.getByLabelText('End date')
const time = () => screen.getByLabelText('End time')
const pick = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const local = (text: string) => new Date(text).toISOString()

beforeEach(() => jest.clearAllMocks())

test('a date means its first moment, which the time field then shows; the time can be changed', () => {
  render(<Field />)
  pick(date(), '2026-11-01')
  expect(told).toHaveBeenLastCalledWith(local('2026-11-01T00:00'))
  expect(time()).toHaveValue('00:00')
  pick(time(), '18:30')
  expect(told).toHaveBeenLastCalledWith(local('2026-11-01T18:30'))
})

test.each([
  ['2026-11-02', 'T00:00'],
  ['2.11.2026 18:30', 'T18:30'],
])('what is pasted, such as %j, goes into both fields', async (text, clock) => {
  render(<Field />)
  await userEvent.click(date())
  await userEvent.paste(text)
  expect(told).toHaveBeenLastCalledWith(local(`2026-11-02${clock}`))
  expect(date()).toHaveValue('2026-11-02')
  await userEvent.paste('next Tuesday')
  expect(told).toHaveBeenCalledTimes(1)
})

test('it is left when both fields are', async () => {
  render(<Field />)
  await userEvent.click(date())
  await userEvent.click(time())
  expect(left).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Empty' }))
  expect(left).toHaveBeenCalledTimes(1)
})

test('what is emptied from outside is empty', async () => {
  render(<Field value={local('2026-11-01T18:30')} />)
  expect(date()).toHaveValue('2026-11-01')
  await userEvent.click(screen.getByRole('button', { name: 'Empty' }))
  expect(date()).toHaveValue('')
  expect(time()).toHaveValue('')
})

test('its button clears it, and is there only while there is something to clear', async () => {
  render(<Field value={local('2026-11-01T18:30')} canClear />)
  await userEvent.click(screen.getByRole('button', { name: 'Clear end' }))
  expect(told).toHaveBeenLastCalledWith(null)
  expect(date()).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Clear end' })).toBeNull()
})

test('label, help and error belong to both fields', () => {
  const { rerender } = render(<Field description="The first moment that no longer counts." />)
  expect(screen.getByRole('group', { name: 'End' })).toBeVisible()
  expect(time()).toHaveAccessibleDescription('The first moment that no longer counts.')
  rerender(<Field error="Please select a start date" />)
  expect(date()).toBeInvalid()
  expect(screen.getByRole('alert')).toHaveTextContent('Please select a start date')
})
