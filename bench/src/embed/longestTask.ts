import type { Browser } from 'playwright-core'
import type { Row } from '../table'
import { heldUpMs, openUnwatched, type Partner, type Told } from './partnerPage'

/** What a page tells of itself that nobody watches. */
async function tellOf(browser: Browser, partner: Partner, address: string, slowdown: number): Promise<Told> {
  const told = partner.told()
  const close = await openUnwatched(browser, address + partner.tells, { slowdown })
  await told
  await close()
  return told
}

/** ms of the sum that every such page makes, at full speed: the least of three. */
export async function fullSpeed(browser: Browser, partner: Partner): Promise<number> {
  const sums: number[] = []
  for (let count = 0; count < 3; count += 1) sums.push((await tellOf(browser, partner, partner.address(0), 1)).sumMs)
  return Math.min(...sums)
}

interface SlowPage {
  /** by how much the processor is slowed down */
  slowdown: number
  /** of `fullSpeed` */
  fullSpeedMs: number
}

/**
 * The longest that the main thread of a partner's page was held up, ms; 0 where nothing took 50 ms.
 * @throws Error when the page was not slowed down
 */
export async function longestTask(
  browser: Browser,
  partner: Partner,
  address: string,
  { slowdown, fullSpeedMs }: SlowPage,
): Promise<number> {
  const { tasks, sumMs } = await tellOf(browser, partner, address, slowdown)
  if (sumMs < (fullSpeedMs * slowdown) / 2)
    throw new Error(`The page was not slowed down: ${sumMs} ms beside ${fullSpeedMs} ms`)
  return Math.max(0, ...tasks)
}

/** A page that is held up on purpose: whoever does not see that sees nothing of a board's either. */
export async function brokenCase(browser: Browser, partner: Partner, page: SlowPage): Promise<Row> {
  const ms = await longestTask(browser, partner, partner.brokenAddress, page)
  return {
    what: `broken on purpose: a page that holds itself up for ${heldUpMs} ms`,
    ours: `${ms.toFixed(0)} ms`,
    target: `>= ${heldUpMs} ms, or it is not seen`,
    holds: ms >= heldUpMs,
  }
}
