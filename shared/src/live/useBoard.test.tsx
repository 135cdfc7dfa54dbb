import { FakeEnvironment, makeScoreboardBootstrap } from '@multiball/shared/testing'
import { act, render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { StrictMode } from 'react'
import { socketAddress } from './socket'
import { useBoard } from './watchBoard'

function Title({ id, environment }: { id: number; environment: FakeEnvironment }) {
  const { phase, bootstrap } = useBoard({ type: 'scoreboard', id }, environment)
  return <p>{bootstrap?.title ?? phase}</p>
}

const world = () => {
  const environment = new FakeEnvironment((address, random) => socketAddress('ws://scores.example', address, random))
  environment.bootstrap = makeScoreboardBootstrap({ title: 'Front window' })
  return environment
}

test('LIV-01 a board is there for two components over one connection, and gone with the last', async () => {
  const environment = world()
  const both = (shown: number) => (
    <Provider store={store}>
      {[1, 2].slice(0, shown).map((key) => (
        <Title key={key} id={901} environment={environment} />
      ))}
    </Provider>
  )
  const store = createStore()
  const { rerender } = render(both(2))
  expect(screen.getAllByText('loading')).toHaveLength(2)
  await act(() => environment.settle())
  expect(screen.getAllByText('Front window')).toHaveLength(2)
  expect(environment.sockets).toHaveLength(1)
  rerender(both(1))
  expect(environment.socket.ended).toBe(false)
  rerender(both(0))
  expect(environment.socket.ended).toBe(true)
  expect(environment.timerCount).toBe(0)
})

test('LIV-01 another board is another connection, and strict mode leaks none', async () => {
  const environment = world()
  const board = (id: number) => (
    <StrictMode>
      <Provider store={store}>
        <Title id={id} environment={environment} />
      </Provider>
    </StrictMode>
  )
  const store = createStore()
  const { rerender, unmount } = render(board(902))
  await act(() => environment.settle())
  rerender(board(903))
  await act(() => environment.settle())
  expect(environment.sockets.filter(({ ended }) => !ended).map(({ address }) => address)).toEqual([
    'ws://scores.example/scoreboard/903/scores/websocket/?session=0',
  ])
  unmount()
  expect(environment.sockets.every(({ ended }) => ended)).toBe(true)
  expect(environment.timerCount).toBe(0)
  expect(environment.wakeListeners.size).toBe(0)
})
