import { ClockContext } from '@multiball/shared/display'
import { fakeClock } from '@multiball/shared/testing'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { EventMatch } from '@multiball/shared/schema'
import { useNews } from './useNews'

const match = (state: EventMatch['state']): EventMatch => ({ id: 'm1', state, players: ['p1', 'p2'] })
const [called, playing] = [[match('called')], [match('playing')]]

test('a match that began is news for a while, and no longer when the screen’s clock is put back', () => {
  const { clock } = fakeClock(3_600_000)
  const { result, rerender } = renderHook(({ matches, now }) => useNews(matches, now, 10_000), {
    initialProps: { matches: called, now: 3_595_000 },
    wrapper: ({ children }: { children: ReactNode }) => <ClockContext value={clock}>{children}</ClockContext>,
  })
  expect([...result.current]).toEqual([])
  rerender({ matches: playing, now: 3_595_000 })
  expect([...result.current]).toEqual(['m1'])
  rerender({ matches: playing, now: 60_000 })
  expect([...result.current]).toEqual([])
  rerender({ matches: playing, now: 3_610_000 })
  expect([...result.current]).toEqual([])
})
