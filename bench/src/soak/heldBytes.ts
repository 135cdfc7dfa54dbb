import type { CDPSession } from 'playwright-core'

/** What the engine keeps for the code that it compiles comes and goes for days, and is none of the page's. */
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
export async function heldBytes(session: CDPSession): Promise<number> {
  const chunks: string[] = []
  const take = ({ chunk }: { chunk: string }) => chunks.push(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', take)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', take)
  const { snapshot, nodes, strings } = JSON.parse(chunks.join('')) as HeapSnapshot
  const { node_fields: fields, node_types: [types] } = snapshot.meta
  const [typeAt, nameAt, sizeAt] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field)) as [number, number, number]
  let bytes = 0
  for (let node = 0; node < nodes.length; node += fields.length) {
    const isEngines = engineTypes.has(types[nodes[node + typeAt]!]!) || engineNames.has(strings[nodes[node + nameAt]!]!)
    if (!isEngines) bytes += nodes[node + sizeAt]!
  }
  return bytes
}
