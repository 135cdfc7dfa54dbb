import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { type Option, PickList, prepareControls } from '../index'

const people: Option[] = [
  { id: 1, label: 'Maria Okonkwo', detail: 'maria' },
  { id: 2, label: 'Marco', detail: 'marco' },
  { id: 3, label: 'Teo', detail: 'teo' },
]
const load = jest.fn((text: string) =>
  Promise.resolve(people.filter(({ label }) => label.toLowerCase().includes(text))),
)
const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) })
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
const box = () => screen.getByRole('combobox', { name: 'Add User' })
const rows = () =>
  within(screen.getByRole('list', { name: 'Users' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent)
const remove = (name: string) => screen.getByRole('button', { name: `Remove ${name}` })
const choose = async (text: string, name: RegExp) => {
  await user.type(box(), text)
  await pass(500)
  await user.click(screen.getByRole('option', { name }))
  await pass(0)
}

function Users({ initial = [] }: { initial?: Option[] }) {
  const [picked, setPicked] = useState(initial)
  return (
    <PickList
      label="Users"
      addLabel="Add User"
      picked={picked}
      minCharacters={2}
      load={load}
      onAdd={(option) => setPicked([...picked, option])}
      onRemove={(id) => setPicked(picked.filter((one) => one.id !== id))}
    />
  )
}

beforeAll(prepareControls)
beforeEach(() => {
  jest.useFakeTimers()
  load.mockClear()
})
afterEach(() => jest.useRealTimers())

test('LB-05 a shorter text than 2 characters is not searched, and says so', async () => {
  render(<Users />)
  await user.click(box())
  await pass(1000)
  expect(screen.getByText('Type at least 2 characters')).toBeVisible()
  await user.keyboard('m')
  await pass(1000)
  expect(load).not.toHaveBeenCalled()
  await user.keyboard('a')
  await pass(499)
  expect(load).not.toHaveBeenCalled()
  await pass(1)
  expect(load).toHaveBeenCalledTimes(1)
  expect(screen.getAllByRole('option')).toHaveLength(2)
})

test('each choice joins the list; the field is empty, closed and ready for the next', async () => {
  render(<Users />)
  await choose('mar', /Maria/)
  expect(rows()).toEqual(['Maria Okonkwo maria'])
  expect(box()).toHaveValue('')
  expect(box()).toHaveFocus()
  expect(screen.queryByRole('listbox')).toBeNull()
  await choose('te', /Teo/)
  expect(rows()).toEqual(['Maria Okonkwo maria', 'Teo teo'])
})

test('removing moves the focus to the next, at the end to the one before, then to the heading', async () => {
  render(<Users initial={people} />)
  await user.click(remove('Marco'))
  expect(remove('Teo')).toHaveFocus()
  await user.click(remove('Teo'))
  expect(remove('Maria Okonkwo')).toHaveFocus()
  await user.click(remove('Maria Okonkwo'))
  expect(screen.getByText('Users')).toHaveFocus()
  expect(screen.queryByRole('list', { name: 'Users' })).toBeNull()
  expect(screen.queryByRole('listbox')).toBeNull()
})
