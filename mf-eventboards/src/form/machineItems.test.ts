import { withAllMachines } from './machineItems'

const item = (venuemachine: number | null, arena = '') => ({ venuemachine, arena })
const ids = (count: number) => Array.from({ length: count }, (_, at) => 11 + at)

test.each([
  [
    'those that the board has stay, empty places go',
    [item(12, 'Left'), item(null)],
    [11, 12, 13],
    [12, 11, 13],
    '2 added.',
  ],
  ['none is missing', [item(11)], [11], [11], 'All your machines are here.'],
  ['some find no room', [item(11)], ids(62), ids(60), '59 added. 2 left out: a board takes 60.'],
])('EVT-01 all own machines: %s', (_what, before, own, after, sentence) => {
  const { items, said } = withAllMachines(before, own)
  expect(items.map(({ venuemachine }) => venuemachine)).toEqual(after)
  expect(items[0]).toEqual(before[0])
  expect(said).toBe(sentence)
})
