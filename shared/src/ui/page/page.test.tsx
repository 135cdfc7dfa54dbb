import { Link, MemoryRouter, Route, Routes } from '@multiball/shared/routing'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ErrorSummary, PageHeading, readTheme, SearchField, setTheme, startTheme, TextField } from '../index'

describe('PageHeading', () => {
  const open = () =>
    render(
      <MemoryRouter initialEntries={['/']}>
        <nav>
          <Link to="/">Home</Link>
          <Link to="/scoreboards">Scoreboards</Link>
          <Link to="/scoreboards?privacy=public">Public ones</Link>
        </nav>
        <Routes>
          <Route path="/" element={<PageHeading title="Home" />} />
          <Route
            path="/scoreboards"
            element={<PageHeading title="My Scoreboards" count={8} countLabel="scoreboards" />}
          />
        </Routes>
      </MemoryRouter>,
    )

  test('the page that the document opened with leaves the focus alone', () => {
    open()
    expect(document.body).toHaveFocus()
    expect(document.title).toBe('Home · Multiball')
  })

  test('a page that was navigated to takes the focus and names the document', async () => {
    open()
    await userEvent.click(screen.getByRole('link', { name: 'Scoreboards' }))
    expect(screen.getByRole('heading', { level: 1, name: 'My Scoreboards' })).toHaveFocus()
    expect(document.title).toBe('My Scoreboards · Multiball')
    expect(screen.getByText('8 scoreboards')).toBeVisible()
  })

  test('OFF-10 the heading of what was loaded takes the focus from that of what was waited for, but from nothing else', async () => {
    const page = (isLoaded: boolean) => (
      <MemoryRouter initialEntries={['/']}>
        <Link to="/machine">Machine</Link>
        <input aria-label="Search" />
        <Routes>
          <Route path="/" element={<PageHeading title="Home" />} />
          <Route
            path="/machine"
            element={
              isLoaded ? (
                <PageHeading key="loaded" title="Medieval Madness" />
              ) : (
                <PageHeading key="waiting" title="Machine" />
              )
            }
          />
        </Routes>
      </MemoryRouter>
    )
    const { rerender } = render(page(false))
    await userEvent.click(screen.getByRole('link', { name: 'Machine' }))
    expect(screen.getByRole('heading', { name: 'Machine' })).toHaveFocus()
    rerender(page(true))
    expect(screen.getByRole('heading', { name: 'Medieval Madness' })).toHaveFocus()
    await userEvent.click(screen.getByRole('textbox', { name: 'Search' }))
    rerender(page(false))
    expect(screen.getByRole('textbox', { name: 'Search' })).toHaveFocus()
  })

  test('a filter in the address is no navigation', async () => {
    open()
    await userEvent.click(screen.getByRole('link', { name: 'Scoreboards' }))
    await userEvent.click(screen.getByRole('link', { name: 'Public ones' }))
    expect(screen.getByRole('link', { name: 'Public ones' })).toHaveFocus()
  })

  test('the page above is one link away', () => {
    render(
      <MemoryRouter>
        <PageHeading title="Add Scoreboard" breadcrumb={{ to: '/scoreboards', label: 'Scoreboards' }} />
      </MemoryRouter>,
    )
    expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toContainElement(
      screen.getByRole('link', { name: 'Scoreboards' }),
    )
  })
})

describe('ErrorSummary', () => {
  const errors = [
    { field: 'title', message: 'Title must be unique' },
    { field: 'machine', message: 'Please select at least 1 machine' },
  ]

  test('takes the focus with each attempt and leads to the fields', async () => {
    const form = (attempt: number, shown = errors) => (
      <>
        <ErrorSummary errors={shown} attempt={attempt} />
        <TextField label="Title" name="title" value="" onChange={() => {}} />
        <SearchField label="Other" value="" onChange={() => {}} />
      </>
    )
    const { rerender } = render(form(1))
    expect(screen.getByRole('alert')).toHaveFocus()
    expect(screen.getByRole('heading', { name: '2 things need fixing' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Title must be unique' }))
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus()
    rerender(form(1, errors.slice(1)))
    expect(screen.getByRole('heading', { name: 'One thing needs fixing' })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus()
    rerender(form(2, errors.slice(1)))
    expect(screen.getByRole('alert')).toHaveFocus()
  })

  test('is not there when nothing is wrong', () => {
    const { container } = render(<ErrorSummary errors={[]} />)
    expect(container).toBeEmptyDOMElement()
  })
})

describe('theme', () => {
  let systemIsDark = false
  const listeners = new Set<() => void>()
  const realMatchMedia = window.matchMedia
  const painted = () => document.documentElement.dataset.theme

  beforeEach(() => {
    localStorage.clear()
    systemIsDark = false
    window.matchMedia = ((query: string) => ({
      matches: systemIsDark,
      media: query,
      addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
    })) as unknown as typeof window.matchMedia
  })
  afterEach(() => {
    window.matchMedia = realMatchMedia
  })

  test('follows the system until a choice is made', () => {
    const stop = startTheme()
    expect(painted()).toBe('light')
    systemIsDark = true
    listeners.forEach((listener) => listener())
    expect(painted()).toBe('dark')
    setTheme('light')
    listeners.forEach((listener) => listener())
    expect(painted()).toBe('light')
    stop()
    expect(listeners.size).toBe(0)
  })

  test('keeps the choice in this browser', () => {
    setTheme('dark')
    expect(readTheme()).toBe('dark')
    setTheme('system')
    expect(readTheme()).toBe('system')
    expect(painted()).toBe('light')
  })
})
