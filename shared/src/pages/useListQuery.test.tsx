import { MemoryRouter, useLocation, useNavigate } from '@multiball/shared/routing'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useListQuery } from './useListQuery'

function Filter() {
  const [query, change] = useListQuery()
  const navigate = useNavigate()
  return (
    <>
      <input aria-label="Filter" value={query.text} onChange={({ target }) => change({ ...query, text: target.value })} />
      <button onClick={() => void navigate('/scoreboards')}>All</button>
      <output>{useLocation().search}</output>
    </>
  )
}

const filter = () => screen.getByRole('textbox')
const open = (search: string) =>
  render(
    <MemoryRouter initialEntries={[`/scoreboards${search}`]}>
      <Filter />
    </MemoryRouter>,
  )

test('LST-01 the filter comes from the address, and goes there with each letter', async () => {
  open('?q=wall')
  expect(filter()).toHaveValue('wall')
  await userEvent.type(filter(), ' two')
  expect(filter()).toHaveValue('wall two')
  expect(screen.getByRole('status')).toHaveTextContent('?q=wall+two')
})

test('letters that come before the address has followed are kept', () => {
  open('')
  for (const text of ['n', 'no', 'not']) {
    fireEvent.change(filter(), { target: { value: text } })
    expect(filter()).toHaveValue(text)
  }
})

test('a link to the list without a filter empties it', async () => {
  open('')
  await userEvent.type(filter(), 'wall')
  await userEvent.click(screen.getByRole('button', { name: 'All' }))
  expect(filter()).toHaveValue('')
})
