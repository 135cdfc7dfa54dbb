import type { Browser, CDPSession } from 'playwright-core'
import type { Row } from '../table'

/** The engine's compiled code, and what it notes for it, come and go for days: without them the heap is what the page holds. */
export const interpreted = '--js-flags=--no-opt --no-maglev --no-sparkplug --no-flush-bytecode'

export interface Sample {
  heapBytes: number
  nodes: number
  listeners: number
}

/** A viewer, and what measures it. */
export interface WatchedPage {
  what: string
  session: CDPSession
  samples: Sample[]
  /** takes a sample after a forced collection */
  measure(): Promise<void>
}

/** Opens one viewer in a process of its own. @param firstScript runs before the page's */
export async function openWatched(browser: Browser, what: string, address: string, firstScript?: string): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  const page = await context.newPage()
  if (firstScript !== undefined) await page.addInitScript(firstScript)
  await page.goto(address)
  const session = await context.newCDPSession(page)
  await session.send('Runtime.enable')
  await session.send('HeapProfiler.enable')
  const samples: Sample[] = []
  return {
    what,
    session,
    samples,
    async measure() {
      // Twice: what the first one finalises, the second one frees.
      for (let time = 0; time < 2; time += 1) await session.send('HeapProfiler.collectGarbage')
      const { usedSize } = await session.send('Runtime.getHeapUsage')
      const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
      samples.push({ heapBytes: usedSize, nodes, listeners: jsEventListeners })
    },
  }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

const least = (part: readonly Sample[], field: keyof Sample) => Math.min(...part.map((sample) => sample[field]))

/** The least that there was, in words. */
export const leastOf = (part: readonly Sample[]): string =>
  part.length === 0 ? 'not measured yet' : `${(least(part, 'heapBytes') / 1e6).toFixed(2)} MB, ${least(part, 'nodes')} nodes, ${least(part, 'listeners')} listeners`

/** Least of each third: a wall shows now more, now less, but what has leaked is there at every moment. */
function growth(all: readonly Sample[], field: keyof Sample): { first: number; last: number; share: number } {
  const third = Math.max(1, Math.floor(all.length / 3))
  const [first, last] = [least(all.slice(0, third), field), least(all.slice(-third), field)]
  return { first, last, share: last / first - 1 }
}

/** What a viewer has grown by. */
export function growthRows({ what, samples }: WatchedPage): Row[] {
  const [heap, nodes, listeners] = [growth(samples, 'heapBytes'), growth(samples, 'nodes'), growth(samples, 'listeners')]
  return [
    { what: `${what}: heap`, ours: `${(heap.first / 1e6).toFixed(2)} to ${(heap.last / 1e6).toFixed(2)} MB`, ratio: percent(heap.share), target: '< 5 %', holds: heap.share < 0.05 },
    { what: `${what}: nodes`, ours: `${nodes.first} to ${nodes.last}`, ratio: percent(nodes.share), target: '< 2 %', holds: nodes.share < 0.02 },
    { what: `${what}: listeners`, ours: `${listeners.first} to ${listeners.last}`, target: 'no more', holds: listeners.last <= listeners.first },
  ]
}
