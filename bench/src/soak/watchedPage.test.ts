import { growthRows, leakRows } from './watchedPage'

const sample = (heapBytes: number, nodes = 200, listeners = 100) => ({ heapBytes, nodes, listeners })

/** Nine samples of a page of 4 MB that shows now more, now less, and leaks so much by each. */
const page = ({ bytes = 0, nodes = 0, listeners = 0 }) =>
  Array.from({ length: 9 }, (_, at) =>
    sample(4_000_000 + (at % 3) * 100_000 + at * bytes, 200 + (at % 3) * 30 + at * nodes, 100 + at * listeners),
  )

test.each<[string, Parameters<typeof page>[0], boolean[]]>([
  ['nothing', {}, [true, true, true]],
  ['40 kB between two samples', { bytes: 40_000 }, [false, true, true]],
  ['a node between two samples', { nodes: 1 }, [true, false, true]],
  ['a listener between two samples', { listeners: 1 }, [true, true, false]],
])('of a page that leaks %s that is what the rows say', (_what, leak, verdicts) => {
  const rows = growthRows({ what: 'page', samples: page(leak) })
  expect(rows.map(({ holds }) => holds)).toEqual(verdicts)
})

test.each<[string, Parameters<typeof page>[0], boolean[]]>([
  ['all that it was made to leak', { bytes: 500_000, nodes: 10, listeners: 1 }, [true, true]],
  ['half of the heap', { bytes: 250_000, nodes: 10, listeners: 1 }, [false, true]],
  ['the heap, and not its listeners', { bytes: 500_000, nodes: 10 }, [true, false]],
])('of a page that leaks on purpose the rows say whether they find it: %s', (_what, leak, verdicts) => {
  const rows = leakRows({ what: 'page', samples: page(leak) })
  expect(rows.map(({ holds }) => holds)).toEqual(verdicts)
})
