import { FakeServer, fakeSockets, makeScoreboardBootstrap } from '@multiball/shared/testing'
import { render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { BoardScreen, BoardTile, type BoardDisplay } from './index'

const display: BoardDisplay<'scoreboard'> = {
  type: 'scoreboard',
  Display: ({ viewerKey }) => <p>{`The key is ${viewerKey}`}</p>,
}

jest.mock('@multiball/shared/remotes', () => ({
  ...jest.requireActual<object>('@multiball/shared/remotes'),
  remoteForDisplay: () => 'mf-scoreboards',
  loadExpose: () => Promise.resolve({ display }),
}))

fakeSockets()

test('VSB-08 a board is told the key that opens it, since it opens too what the board shows', async () => {
  const server = new FakeServer().on('GET', '/api/scoreboard/:id/bootstrap/', () => makeScoreboardBootstrap())
  const { rerender, unmount } = render(
    <BoardScreen
      display={display}
      bootstrap={makeScoreboardBootstrap()}
      scores={undefined}
      connection="live"
      viewerKey="one"
    />,
  )
  expect(screen.getByText('The key is one')).toBeInTheDocument()
  for (const [id, layout] of [
    [701, 'screen'],
    [702, 'cell'],
  ] as const) {
    rerender(
      <Provider store={createStore()}>
        <BoardTile address={{ type: 'scoreboard', id, key: `key-${id}` }} layout={layout} />
      </Provider>,
    )
    expect(await screen.findByText(`The key is key-${id}`)).toBeInTheDocument()
  }
  unmount()
  server.close()
})
