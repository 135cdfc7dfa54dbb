import { act, render } from '@testing-library/react'
import { Camera } from './ScanDialog'
import { makeQrReader } from './qrReader'

jest.mock('./qrReader', () => ({ makeQrReader: jest.fn() }))

afterEach(() => Reflect.deleteProperty(navigator, 'mediaDevices'))

test('MAC-02 a camera is given back where what reads its picture does not load', async () => {
  const stop = jest.fn()
  let give = (_stream: object) => {}
  const getUserMedia = () => new Promise((resolve) => (give = resolve))
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  jest.mocked(makeQrReader).mockRejectedValue(new Error('Loading chunk 7 failed'))
  const onFailed = jest.fn()
  render(<Camera read={() => undefined} wrongCode="" onFound={() => {}} onFailed={onFailed} />)
  // Somebody is asked, and takes a moment.
  await act(async () => {})
  await act(async () => give({ getTracks: () => [{ stop }] }))
  expect(stop).toHaveBeenCalledTimes(1)
  expect(onFailed).toHaveBeenCalledTimes(1)
})
