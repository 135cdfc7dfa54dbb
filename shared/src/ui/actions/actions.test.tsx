import { MemoryRouter } from '@multiball/shared/routing'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  Banner,
  Button,
  ConfirmDialog,
  Icon,
  IconButton,
  LinkButton,
  Menu,
  MenuChoice,
  MenuItem,
  prepareControls,
  Tabs,
} from '../index'

beforeAll(prepareControls)

describe('Button', () => {
  test('FRM-02 busy, it shows a spinner, keeps its name and takes no press', async () => {
    const pressed = jest.fn()
    const submitted = jest.fn((event: { preventDefault(): void }) => event.preventDefault())
    render(
      <form onSubmit={submitted}>
        <Button type="submit" isBusy onPress={pressed}>
          Create Scoreboard
        </Button>
      </form>,
    )
    const button = screen.getByRole('button', { name: /Create Scoreboard/ })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByRole('progressbar', { name: 'Busy', hidden: true })).toBeInTheDocument()
    await userEvent.click(button)
    expect(pressed).not.toHaveBeenCalled()
    expect(submitted).not.toHaveBeenCalled()
  })

  test('idle, it submits', async () => {
    const submitted = jest.fn((event: { preventDefault(): void }) => event.preventDefault())
    render(
      <form onSubmit={submitted}>
        <Button type="submit">Save</Button>
      </form>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(submitted).toHaveBeenCalledTimes(1)
  })

  test('one that is only an icon has a name', async () => {
    const pressed = jest.fn()
    render(<IconButton icon="delete" label="Delete Lobby wall" onPress={pressed} />)
    await userEvent.click(screen.getByRole('button', { name: 'Delete Lobby wall' }))
    expect(pressed).toHaveBeenCalledTimes(1)
  })
})

describe('LinkButton', () => {
  test('ACC-12 a new tab is announced and cannot reach back', () => {
    render(
      <MemoryRouter>
        <LinkButton href="/viewer/scoreboards/7" newTab>
          View
        </LinkButton>
      </MemoryRouter>,
    )
    const link = screen.getByRole('link', { name: 'View (opens in a new tab)' })
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('rel', 'noopener')
  })

  test('a path is a link of the router', () => {
    render(
      <MemoryRouter>
        <LinkButton to="/scoreboards/add">+ Add Scoreboard</LinkButton>
      </MemoryRouter>,
    )
    const link = screen.getByRole('link', { name: '+ Add Scoreboard' })
    expect(link).toHaveAttribute('href', '/scoreboards/add')
    expect(link).not.toHaveAttribute('target')
  })
})

test('an icon with a name that nobody knows is still an icon', () => {
  const { container } = render(<Icon name="hologram" />)
  expect(container.querySelector('svg')).toBeInTheDocument()
})

test.each([
  ['success', 'status'],
  ['error', 'alert'],
] as const)('LST-04 a banner of %s is read out as %s and dismissed', async (tone, role) => {
  const dismissed = jest.fn()
  render(
    <Banner tone={tone} onDismiss={dismissed}>
      Lobby wall created!
    </Banner>,
  )
  expect(screen.getByRole(role)).toHaveTextContent('Lobby wall created!')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(dismissed).toHaveBeenCalledTimes(1)
})

describe('ConfirmDialog', () => {
  const cancelled = jest.fn()
  const confirmed = jest.fn()
  const ask = (extra: { closesOnBack?: boolean } = {}) =>
    render(
      <ConfirmDialog
        title="Delete Lobby wall"
        confirmLabel="Delete"
        isOpen
        onConfirm={confirmed}
        onCancel={cancelled}
        {...extra}
      >
        Are you sure?!
      </ConfirmDialog>,
    )
  beforeEach(() => {
    cancelled.mockReset()
    confirmed.mockReset()
  })

  test('LST-03 starts on Cancel and says what it is about', () => {
    ask()
    expect(screen.getByRole('alertdialog', { name: 'Delete Lobby wall' })).toHaveTextContent('Are you sure?!')
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  })

  test('LST-03 Escape cancels', async () => {
    ask()
    await userEvent.keyboard('{Escape}')
    expect(cancelled).toHaveBeenCalledTimes(1)
    expect(confirmed).not.toHaveBeenCalled()
  })

  test('confirming is one press of its button', async () => {
    ask()
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(confirmed).toHaveBeenCalledTimes(1)
  })

  test('Back cancels where that is asked for, and leaves no entry behind', async () => {
    const before = history.length
    ask({ closesOnBack: true })
    expect(history.length).toBe(before + 1)
    history.back()
    await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
    expect(cancelled).toHaveBeenCalledTimes(1)
    expect(history.state).toBeNull()
  })
})

describe('Menu', () => {
  test('opens, moves and acts by keyboard, and gives the focus back', async () => {
    const copied = jest.fn()
    render(
      <MemoryRouter>
        <Menu label="More for Lobby wall">
          <MenuItem onPress={() => {}}>Duplicate</MenuItem>
          <MenuItem onPress={copied}>Copy link</MenuItem>
        </Menu>
      </MemoryRouter>,
    )
    const button = screen.getByRole('button', { name: 'More for Lobby wall' })
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('menuitem', { name: 'Duplicate' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(copied).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(button).toHaveFocus())
  })

  test('a choice is a radio of the menu', async () => {
    const chosen = jest.fn()
    render(
      <MemoryRouter>
        <Menu label="Theme menu">
          <MenuChoice
            title="Theme"
            options={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            value="light"
            onChange={chosen}
          />
        </Menu>
      </MemoryRouter>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Theme menu' }))
    expect(screen.getByRole('menuitemradio', { name: 'Light' })).toBeChecked()
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
    expect(chosen).toHaveBeenCalledWith('dark')
  })
})

test('tabs are changed by the arrow keys and show one panel', async () => {
  render(
    <Tabs
      label="Samples"
      tabs={[
        { id: 'four', label: '4 players', content: 'Four' },
        { id: 'one', label: '1 player', content: 'One' },
      ]}
    />,
  )
  expect(screen.getByRole('tabpanel')).toHaveTextContent('Four')
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: '1 player' })).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByRole('tabpanel')).toHaveTextContent('One')
})
