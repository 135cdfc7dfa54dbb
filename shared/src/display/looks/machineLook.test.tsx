import { act, render, screen } from '@testing-library/react'
import { ClockContext } from '../clock'
import { QrCode } from '../QrCode'
import { useLookOf } from './machineLook'

let isReachable = false
jest.mock('./screens', () => {
  if (!isReachable) throw new Error('no network')
  return { looks: { lcd: { stage: 'lcdStage' } } }
})

jest.mock('qrcode.react', () => {
  if (!isReachable) throw new Error('no network')
  return { QRCodeSVG: () => <p>code</p> }
})

const Name = () => <p>{useLookOf('lcd').stage ?? 'usual'}</p>
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)))

test.each([
  ['a look (the usual figures show)', <Name key="look" />, 'usual', 'lcdStage'],
  ['a QR code (nothing shows)', <QrCode key="code" address="https://a.example" title="a" />, '', 'code'],
])('WAL-03 while %s cannot be loaded, it is asked for again every 30 s', async (_name, content, before, after) => {
  const waiting: [ms: number, run: () => void][] = []
  const clock = { now: () => 0, after: (ms: number, run: () => void) => (waiting.push([ms, run]), () => {}) }
  isReachable = false
  render(<ClockContext value={clock}>{content}</ClockContext>)
  await settle()
  expect(document.body).toHaveTextContent(before)
  const [[ms, again]] = waiting as [(typeof waiting)[0]]
  expect(ms).toBe(30_000)
  isReachable = true
  again()
  await settle()
  expect(screen.getByText(after)).toBeInTheDocument()
})
