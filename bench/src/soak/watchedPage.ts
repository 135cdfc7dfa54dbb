import type { Browser, CDPSession } from 'playwright-core'
import { caughtRow, type Row } from '../table'

interface Sample {
  /** without compiled code */
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

/** Small, because drawing is most of what a page costs. */
const viewport = { width: 320, height: 180 }
/** of nodes and listeners for each sample: the screens of a slideshow have not the same */
const counts = 3

/** The least nodes and listeners that a page had, after forced collections. */
async function leastCounters(session: CDPSession): Promise<Pick<Sample, 'nodes' | 'listeners'>> {
  let [leastNodes, leastListeners] = [Infinity, Infinity]
  for (let count = 0; count < counts; count += 1) {
    // Twice: what the first one finalises, the second one frees.
    for (let time = 0; time < 2; time += 1) await session.send('HeapProfiler.collectGarbage')
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
    leastNodes = Math.min(leastNodes, nodes)
    leastListeners = Math.min(leastListeners, jsEventListeners)
  }
  return { nodes: leastNodes, listeners: leastListeners }
}

/** Opens one viewer in a process of its own. @param firstScript runs before the page's */
export async function openWatched(
  browser: Browser,
  what: string,
  address: string,
  firstScript?: string,
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  if (firstScript !== undefined) await page.addInitScript(firstScript)
  await page.goto(address)
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.enable')
  const samples: Sample[] = []
  return {
    what,
    session,
    samples,
    async measure() {
      samples.push({ heapBytes: await heldBytes(session), ...(await leastCounters(session)) })
    },
  }
}

/** What leaks of a page that is broken on purpose, for each sample that is taken of it. */
const leakedBytes = 500_000
const leakedNodes = 10

/** Four bytes each, as the engine keeps small numbers. As text, because compiled it would refer to names that the page does not have. */
const leak = `(() => {
  const kept = (globalThis.leaked ??= [])
  kept.push(new Array(${leakedBytes / 4}).fill(0), Array.from({ length: ${leakedNodes} }, () => document.createElement('p')))
  addEventListener('resize', () => kept.length)
})()`

/** Has the page leak before each of its samples. */
export const leaking = (page: WatchedPage): WatchedPage => ({
  ...page,
  async measure() {
    await page.session.send('Runtime.evaluate', { expression: leak })
    await page.measure()
  },
})

/** Whether the rows find out a page that leaks, and how much. */
export function leakRows({ what, samples }: Pick<WatchedPage, 'what' | 'samples'>): Row[] {
  const { first, last } = growth(samples, 'heapBytes')
  // From the first sample to the first of the last third.
  const leaked = (samples.length - thirdOf(samples)) * leakedBytes
  const found = (last - first) / leaked
  return [
    {
      what: `${what}: what is found of the heap that it leaks`,
      ours: `${((last - first) / 1e6).toFixed(2)} MB`,
      peer: `${(leaked / 1e6).toFixed(2)} MB`,
      ratio: found.toFixed(2),
      target: '0.9 to 1.1',
      holds: Math.abs(found - 1) <= 0.1,
    },
    caughtRow(`a ${what}`, growthRows({ what, samples })),
  ]
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

const least = (part: readonly Sample[], field: keyof Sample) => Math.min(...part.map((sample) => sample[field]))

const thirdOf = (all: readonly Sample[]) => Math.max(1, Math.floor(all.length / 3))

/** Least of each third: a wall shows now more, now less, but what has leaked is there at every moment. */
function growth(all: readonly Sample[], field: keyof Sample): { first: number; last: number; share: number } {
  const third = thirdOf(all)
  const [first, last] = [least(all.slice(0, third), field), least(all.slice(-third), field)]
  return { first, last, share: last / first - 1 }
}

/** What a viewer has grown by. */
export function growthRows({ what, samples }: Pick<WatchedPage, 'what' | 'samples'>): Row[] {
  const [heap, nodes, listeners] = [
    growth(samples, 'heapBytes'),
    growth(samples, 'nodes'),
    growth(samples, 'listeners'),
  ]
  return [
    {
      what: `${what}: heap`,
      ours: `${(heap.first / 1e6).toFixed(2)} to ${(heap.last / 1e6).toFixed(2)} MB`,
      ratio: percent(heap.share),
      target: '< 5 %',
      holds: heap.share < 0.05,
    },
    {
      what: `${what}: nodes`,
      ours: `${nodes.first} to ${nodes.last}`,
      ratio: percent(nodes.share),
      target: '< 2 %',
      holds: nodes.share < 0.02,
    },
    {
      what: `${what}: listeners`,
      ours: `${listeners.first} to ${listeners.last}`,
      target: 'no more',
      holds: listeners.last <= listeners.first,
    },
  ]
}

/** What the engine keeps for the code that it compiles comes and goes for days, and is not the page's. */
const engineTypes = new Set(['code', 'hidden'])
/** Lists of the code that depends on a shape; what the debugger has noted of each request. */
const engineNames = new Set(['system / WeakArrayList', 'blink::NetworkResourcesData::ResourceData'])

/** As the debugger protocol writes it: the nodes' fields one after the other, strings by their number. */
interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  nodes: number[]
  strings: string[]
}

/**
 * Bytes that a page holds after a forced collection: its objects, the document and the browser's own for both, without
 * compiled code. From a heap snapshot, which takes about a second.
 */
async function heldBytes(session: CDPSession): Promise<number> {
  const chunks: string[] = []
  const take = ({ chunk }: { chunk: string }) => chunks.push(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', take)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', take)
  const { snapshot, nodes, strings } = JSON.parse(chunks.join('')) as HeapSnapshot
  const {
    node_fields: fields,
    node_types: [types],
  } = snapshot.meta
  const [typeAt, nameAt, sizeAt] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field)) as [
    number,
    number,
    number,
  ]
  let bytes = 0
  for (let node = 0; node < nodes.length; node += fields.length) {
    const isEngines = engineTypes.has(types[nodes[node + typeAt]!]!) || engineNames.has(strings[nodes[node + nameAt]!]!)
    if (!isEngines) bytes += nodes[node + sizeAt]!
  }
  return bytes
}
