import { act, render, screen } from '@testing-library/react'
import { ClockContext } from '../clock'
import { useLookOf } from './machineLook'

let isReachable = false
jest.mock('../looks/screens', () => {
  if (!isReachable) throw new Error('no network')
  return { looks: { lcd: { stage: 'lcdStage' } } }
})

const Name = () => <p>{useLookOf('lcd').stage ?? 'usual'}</p>
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)))

test('WAL-03 the usual figures show while a look cannot be loaded, and it is asked for again every 30 s', async () => {
  const waiting: [ms: number, run: () => void][] = []
  const clock = { now: () => 0, after: (ms: number, run: () => void) => (waiting.push([ms, run]), () => {}) }
  render(
    <ClockContext value={clock}>
      <Name />
    </ClockContext>,
  )
  await settle()
  expect(screen.getByText('usual')).toBeInTheDocument()
  const [[ms, again]] = waiting as [(typeof waiting)[0]]
  expect(ms).toBe(30_000)
  isReachable = true
  again()
  await settle()
  expect(screen.getByText('lcdStage')).toBeInTheDocument()
})
