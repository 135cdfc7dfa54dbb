import { listNavigation } from '@multiball/shared/remotes'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { TabBar } from './TabBar'

jest.mock('@multiball/shared/remotes', () => jest.requireActual('../testing/fakeRemotes'))

const labels = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']
function open(count: number, path = '/') {
  const entries = labels.slice(0, count).map((label) => ({
    remote: `mf-${label.toLowerCase()}`,
    label,
    path: `/${label.toLowerCase()}`,
    icon: 'scoreboard',
    order: 1,
  }))
  jest.mocked(listNavigation).mockReturnValue(entries)
  render(
    <MemoryRouter initialEntries={[path]}>
      <TabBar />
    </MemoryRouter>,
  )
  return within(screen.getByRole('navigation', { name: 'Sections' }))
}

test.each([
  [3, ['Home', 'One', 'Two', 'Three'], []],
  [5, ['One', 'Two', 'Three', 'Four', 'Five'], []],
  [7, ['One', 'Two', 'Three', 'Four'], ['Five', 'Six', 'Seven']],
])('ACC-11 on a phone all of %i sections are in reach', async (count, tabs, others) => {
  const bar = open(count)
  expect(bar.getAllByRole('link').map((link) => link.textContent)).toEqual(tabs)
  const more = bar.queryByRole('button')
  if (more) await userEvent.click(more)
  expect(screen.queryAllByRole('menuitem').map((choice) => choice.textContent)).toEqual(others)
})
