import { browserEnvironment } from './browserEnvironment'

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
