import { FakeServer, makeList, makeVenueMachine, renderRoutes } from '@multiball/shared/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import ComboboardRoutes from '../routes'
// Read before the tests, whose time is for pages.
import './WizardPage'

jest.mock('@multiball/shared/remotes', () => ({
  ...jest.requireActual<object>('@multiball/shared/remotes'),
  loadExpose: jest.fn(() => new Promise(() => {})),
  remoteForDisplay: () => 'mf-scoreboards',
}))

test('CB-03 the preview is the real display, of made-up machines until two are chosen', async () => {
  const server = new FakeServer()
    .on('GET', '/api/venuemachine/', () =>
      makeList(...[11, 12, 13].map((id) => makeVenueMachine({ id, machine: { id, name: `Machine ${id}` } }))),
    )
    .on('GET', '/api/comboboard/', () => makeList())
  renderRoutes(ComboboardRoutes, '/comboboards', '/comboboards/wizard')
  const preview = within(await screen.findByRole('complementary', { name: 'Preview' }))
  // Displays of other remotes do not load here: each place waits for its own.
  await waitFor(() => expect(preview.getAllByText('Waiting for data...')).toHaveLength(4))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select All' }))
  await waitFor(() => expect(preview.getAllByText('Waiting for data...')).toHaveLength(3))
  server.close()
})
