import { fakeSockets } from '@multiball/shared/testing'
import { browserEnvironment, partsEnvironment } from './environment'

const source = (visible: boolean) => dispatchEvent(new CustomEvent('obsSourceVisibleChanged', { detail: { visible } }))

const sockets = fakeSockets()

test('LIV-04 a source that a streaming program shows again wakes the board, a hidden one does not', () => {
  const woken = jest.fn()
  const end = browserEnvironment.onWake(woken)
  source(false)
  expect(woken).not.toHaveBeenCalled()
  source(true)
  expect(woken).toHaveBeenCalledTimes(1)
  end()
  source(true)
  expect(woken).toHaveBeenCalledTimes(1)
})

test('VCB-03 boards that are parts of another share a socket, others have one each', async () => {
  for (const environment of [browserEnvironment, partsEnvironment]) {
    for (const id of [1, 2, 3]) environment.openSocket({ type: 'leaderboard', id })
  }
  await Promise.resolve()
  expect(sockets.opened.map(({ address }) => new URL(address).pathname)).toEqual([
    '/leaderboard/1/scores/websocket/',
    '/leaderboard/2/scores/websocket/',
    '/leaderboard/3/scores/websocket/',
    '/scores/websocket/',
  ])
})
