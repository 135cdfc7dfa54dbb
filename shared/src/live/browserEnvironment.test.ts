import { browserEnvironment, partsEnvironment } from './browserEnvironment'

const source = (visible: boolean) => dispatchEvent(new CustomEvent('obsSourceVisibleChanged', { detail: { visible } }))

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

test('VCB-01 boards that are parts of another share a socket, others have one each', async () => {
  const addresses: string[] = []
  const realSocket = globalThis.WebSocket
  globalThis.WebSocket = function (address: string) {
    addresses.push(new URL(address).pathname)
  } as unknown as typeof WebSocket
  for (const environment of [browserEnvironment, partsEnvironment]) {
    for (const id of [1, 2, 3]) environment.openSocket({ type: 'leaderboard', id })
  }
  await Promise.resolve()
  globalThis.WebSocket = realSocket
  expect(addresses).toEqual(['/leaderboard/1/scores/websocket/', '/leaderboard/2/scores/websocket/', '/leaderboard/3/scores/websocket/', '/scores/websocket/'])
})
