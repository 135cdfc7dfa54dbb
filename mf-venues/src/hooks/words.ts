import type { Hook, HookDelivery } from '@multiball/shared/schema'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })

/** The venue or board that a webhook tells of. */
export const subjectOf = ({ venue, board }: Pick<Hook, 'venue' | 'board'>): string => venue?.name ?? board?.title ?? ''

/** How a webhook is, in a few words. */
export function statusOf({ paused_at, failing_since, waiting }: Hook): { isGood: boolean; words: string } {
  const since = (begun: string) => `since ${moment.format(new Date(begun))}`
  if (paused_at) return { isGood: false, words: `Paused ${since(paused_at)}, after a day of failures` }
  const queue = waiting > 0 ? `, ${waiting} waiting` : ''
  if (failing_since) return { isGood: false, words: `Failing ${since(failing_since)}${queue}` }
  return { isGood: true, words: `On${queue}` }
}

/** What came of a delivery, in a few words. */
export function outcomeOf({ state, status, trouble, duration_ms, attempts }: HookDelivery): string {
  const took = duration_ms === null ? '' : ` after ${duration_ms} ms`
  if (state === 'delivered') return `Delivered: ${status}${took}${attempts > 1 ? `, attempt ${attempts}` : ''}`
  if (attempts === 0) return state === 'waiting' ? 'Waiting' : 'Given up'
  const again = state === 'waiting' ? ' It is tried again.' : ''
  return `${trouble ?? 'Not delivered.'}${again}${attempts > 1 ? ` (${attempts} attempts)` : ''}`
}
