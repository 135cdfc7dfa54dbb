import { FakeAnswer, FakeServer, makeList, makeProfile } from '@multiball/shared/testing'
import type { PlatformState } from '@multiball/shared/schema'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { closeShell, renderShell } from '../testing/renderShell'

jest.mock('@multiball/shared/remotes', () => jest.requireActual('../testing/fakeRemotes'))

const version = (name: string, standing: 'active' | 'previous' | 'canary' | 'stored', fields = {}) => ({
  version: name,
  published_at: '2026-01-02T00:00:00Z',
  published_by: 'ci',
  standing,
  visits: 0,
  failed: 0,
  loaded_ms: null,
  ...fields,
})
const makeState = (fields: Partial<PlatformState['parts'][number]> = {}): PlatformState => ({
  rev: 7,
  parts: [
    {
      name: 'mf-scoreboards',
      enabled: true,
      active: '1.1.0',
      canary: null,
      rolls_back_to: '1.0.0',
      kept: 2,
      versions: [
        version('1.1.0', 'active', { visits: 1240, failed: 62, loaded_ms: 250 }),
        version('1.0.0', 'previous'),
      ],
      ...fields,
    },
  ],
})

let server: FakeServer
let isOperator: boolean

beforeEach(() => {
  isOperator = true
  server = new FakeServer()
    .on('GET', '/api/user_profile/get/', () => makeProfile({ is_operator: isOperator }))
    .on('GET', '/api/platform/', () => makeState())
    .on('GET', '/api/platform/changes/', () =>
      makeList({
        rev: 7,
        changed_at: '2026-01-02T00:00:00Z',
        changed_by: 'ci',
        name: 'mf-scoreboards',
        changes: ['active 1.1.0, before 1.0.0'],
      }),
    )
    .on('GET', '/api/platform/reviews/', () => ({ links: [] }))
    .on('GET', '/api/platform/operators/', () => ({
      operators: [{ id: 1, username: 'maria', cached_display_name: 'Maria Okonkwo' }],
    }))
    .on('GET', '/api/platform/failures/', () =>
      makeList({
        remote: 'mf-scoreboards',
        version: '1.1.0',
        code: 'REMOTE_THREW',
        day: '2026-01-02',
        count: 62,
        message: 'scores is not iterable',
        frames: [
          {
            file: 'mf-scoreboards/1.1.0/9.ab.js',
            line: 1,
            column: 900,
            source: { file: 'mf-scoreboards/src/pages/Page.tsx', line: 42, column: 5 },
          },
        ],
      }),
    )
})
afterEach(() => {
  closeShell()
  server.close()
})

test('PLT-04 an operator sees what runs, how it does and where it failed, and rolls it back with one press', async () => {
  server.on('POST', '/api/platform/changes/', () => makeState({ active: '1.0.0', rolls_back_to: null }))
  renderShell('/platform')
  expect(await screen.findByText('1,240 visits, 62 failed (5%), 75% loaded within 250 ms')).toBeVisible()
  expect(await screen.findByText('mf-scoreboards/src/pages/Page.tsx:42:5')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Roll back mf-scoreboards to 1.0.0' }))
  expect(await screen.findByText('mf-scoreboards is rolled back: new visits get 1.0.0.')).toBeVisible()
  expect(server.sent('POST', '/api/platform/changes/').map(({ body }) => body)).toEqual([
    { rev: 7, name: 'mf-scoreboards', action: 'rollback' },
  ])
  expect(screen.queryByRole('button', { name: /^Roll / })).toBeNull()
  expect(document.activeElement).toHaveTextContent('mf-scoreboards is rolled back')
})

test('PLT-05 a first version that nobody gets yet has a link for reviewers, and no share of the visitors', async () => {
  server.on('GET', '/api/platform/', () =>
    makeState({ enabled: false, rolls_back_to: null, kept: 1, versions: [version('1.1.0', 'stored')] }),
  )
  renderShell('/platform')
  await userEvent.click(await screen.findByText('1 stored version'))
  await userEvent.click(screen.getByRole('button', { name: 'More for mf-scoreboards 1.1.0' }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
    'Make active',
    'Link for a reviewer',
  ])
})

test('PLT-04 a canary is taken back or given to another share', async () => {
  const state = makeState({ canary: { version: '1.2.0', percent: 5 }, rolls_back_to: '1.1.0' })
  state.parts[0]!.versions.push(version('1.2.0', 'canary'))
  server.on('GET', '/api/platform/', () => state).on('POST', '/api/platform/changes/', () => state)
  renderShell('/platform')
  expect(await screen.findByRole('button', { name: 'Take back the canary of mf-scoreboards' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'More for mf-scoreboards 1.2.0' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Give it to 25%' }))
  expect(await screen.findByText('25% of visitors get mf-scoreboards 1.2.0.')).toBeVisible()
  expect(server.sent('POST', '/api/platform/changes/')[0]!.body).toEqual({
    rev: 7,
    name: 'mf-scoreboards',
    action: 'promote',
    version: '1.2.0',
    percent: 25,
  })
})

test('PLT-09 what was changed meanwhile is said, and read again', async () => {
  server.on(
    'POST',
    '/api/platform/changes/',
    () => new FakeAnswer(409, { detail: 'Something else was changed meanwhile.' }),
  )
  renderShell('/platform')
  await userEvent.click(await screen.findByRole('button', { name: /^Roll / }))
  expect(await screen.findByText('Something else was changed meanwhile.')).toBeVisible()
  expect(server.sent('GET', '/api/platform/')).toHaveLength(2)
})

test('PLT-05 an operator makes a link for a reviewer, sees it once, and withdraws it', async () => {
  const link = {
    id: 3,
    name: 'mf-scoreboards',
    version: '1.0.0',
    made_by: 'maria',
    made_at: '2026-01-02T00:00:00Z',
    expires_at: '2026-01-09T00:00:00Z',
  }
  let links: object[] = []
  server
    .on('GET', '/api/platform/reviews/', () => ({ links }))
    .on('POST', '/api/platform/reviews/', () => {
      links = [link]
      return { ...link, url: 'https://boards.example.com/review?link=abc.def' }
    })
    .on('DELETE', '/api/platform/reviews/3/', () => {
      links = []
      return new FakeAnswer(204)
    })
  renderShell('/platform')
  await userEvent.click(await screen.findByText('1 other version'))
  await userEvent.click(screen.getByRole('button', { name: 'More for mf-scoreboards 1.0.0' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Link for a reviewer' }))
  expect(await screen.findByText('https://boards.example.com/review?link=abc.def')).toBeVisible()
  expect(server.sent('POST', '/api/platform/reviews/')[0]!.body).toEqual({ name: 'mf-scoreboards', version: '1.0.0' })
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw the link to mf-scoreboards 1.0.0' }))
  expect(await screen.findByText(/^The link is withdrawn/)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull())
  expect(server.sent('GET', '/api/platform/changes/')).toHaveLength(3)
})

test('PLT-10 why there is no link is said', async () => {
  server.on(
    'POST',
    '/api/platform/reviews/',
    () => new FakeAnswer(409, { detail: 'mf-scoreboards is switched off. Switch it on first.' }),
  )
  renderShell('/platform')
  await userEvent.click(await screen.findByText('1 other version'))
  await userEvent.click(screen.getByRole('button', { name: 'More for mf-scoreboards 1.0.0' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Link for a reviewer' }))
  expect(await screen.findByText('mf-scoreboards is switched off. Switch it on first.')).toBeVisible()
})

test('PLT-01 by keyboard somebody else is made an operator and removed again, and the focus stays in the list', async () => {
  const user = userEvent.setup()
  let names = ['maria']
  const list = () => ({
    operators: names.map((username, at) => ({ id: at + 1, username, cached_display_name: username })),
  })
  server
    .on('GET', '/api/platform/operators/', list)
    .on('POST', '/api/platform/operators/', ({ body }) => {
      names = ['maria', (body as { username: string }).username]
      return list()
    })
    .on('DELETE', '/api/platform/operators/2/', () => {
      names = ['maria']
      return new FakeAnswer(204)
    })
  renderShell('/platform')
  await user.type(await screen.findByLabelText('Username'), 'ada{Enter}')
  const remove = await screen.findByRole('button', { name: 'Remove ada' })
  await user.tab({ shift: true })
  expect(remove).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull())
  expect(screen.getByRole('list', { name: 'Operators' })).toHaveFocus()
})

test('PLT-01 for everybody else there is no such page, and no way to it', async () => {
  isOperator = false
  renderShell('/platform')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^User menu/ }))
  expect(within(await screen.findByRole('menu')).queryByRole('menuitem', { name: 'Platform' })).toBeNull()
  expect(server.sent('GET', '/api/platform/')).toEqual([])
})
