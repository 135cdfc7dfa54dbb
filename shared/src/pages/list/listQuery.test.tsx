import { MemoryRouter, useLocation, useNavigate } from '@multiball/shared/routing'
import { makeScoreboard } from '@multiball/shared/testing'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { formatListQuery, parseListQuery, selectBoards, useListQuery } from './listQuery'

const boards = [
  makeScoreboard({ id: 1, title: 'Wall 10', is_public: true }),
  makeScoreboard({ id: 2, title: 'wall 9', is_public: false }),
  makeScoreboard({ id: 3, title: 'Bar', is_public: true }),
]
const places = new Map([
  [1, 'Medieval Castle · Silver Ball'],
  [2, 'Kraken Bay · The Back Room'],
  [3, 'Kraken Bay · The Back Room'],
])
const placeOf = ({ id }: { id: number }) => places.get(id)

test.each([
  ['', [3, 2, 1]],
  ['q=wall', [2, 1]],
  ['q=kraken', [3, 2]],
  ['q=BACK+room', [3, 2]],
  ['q=nothing', []],
  ['privacy=public', [3, 1]],
  ['privacy=private', [2]],
  ['sort=oldest', [1, 2, 3]],
  ['sort=title', [3, 2, 1]],
  ['q=wall&privacy=public&sort=title', [1]],
  ['privacy=secret&sort=upwards', [3, 2, 1]],
])('the query %p shows %p', (query, ids) => {
  expect(selectBoards(boards, placeOf, parseListQuery(new URLSearchParams(query))).map(({ id }) => id)).toEqual(ids)
})

test('an address says only what differs from the defaults', () => {
  expect(formatListQuery({ text: '', privacy: 'all', sort: 'newest' }).toString()).toBe('')
  expect(formatListQuery({ text: 'a b', privacy: 'private', sort: 'title' }).toString()).toBe(
    'q=a+b&privacy=private&sort=title',
  )
})

function Filter() {
  const [query, change] = useListQuery()
  const navigate = useNavigate()
  return (
    <>
      <input
        aria-label="Filter"
        value={query.text}
        onChange={({ target }) => change({ ...query, text: target.value })}
      />
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
