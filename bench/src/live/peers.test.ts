import { besidePeer, measureRound, startPeer, watchedBy, type Pattern, type Round } from './peers'

const oneOutstanding: Pattern = { outstanding: 1 }
const steady: Pattern = { perSecond: 20 }

/** One short round of a server that is broken in this way, or of a whole one. */
async function roundOf(broken: string | undefined, pattern: Pattern): Promise<Round> {
  const peer = (await startPeer('ws', broken))!
  try {
    const side = await watchedBy(peer, 10, { warmUp: 1, patience: 2_000 })
    try {
      return await measureRound(side, pattern, 500)
    } finally {
      await side.crowd.leave()
    }
  } finally {
    peer.stop()
  }
}

test.each<[string, string]>([
  ['forgets a viewer', 'Not all of 10 viewers were sent what they wait for'],
  ['sends the state before after the newest', 'states went backwards'],
])(
  'a round ends with an error if the server %s',
  async (broken, error) => {
    await expect(roundOf(broken, oneOutstanding)).rejects.toThrow(error)
  },
  30_000,
)

test('a round of a whole server ends well, and one that sends everything 100 ms late has late deliveries', async () => {
  const [whole, late] = [await roundOf(undefined, steady), await roundOf('sends everything late', steady)]
  expect(whole.microseconds).toBeGreaterThan(0)
  expect(late.p50).toBeGreaterThanOrEqual(90)
})

const rounds = (microseconds: number[], p99 = 10): Round[] =>
  microseconds.map((each) => ({ microseconds: each, p50: 5, p99 }))

test.each<[string, Round[], (true | false | 'on the line')[]]>([
  ['costs as much as the peer', rounds([10, 10, 10]), [true, true]],
  ['costs a tenth more', rounds([11, 11.2, 11.1]), [false, true]],
  ['costs a tenth more in one of three rounds', rounds([10, 10.2, 11]), ['on the line', true]],
  ['delivers later', rounds([10, 10, 10], 12), [true, false]],
])('a server that %s is judged by every round', (_what, ours, verdicts) => {
  const rows = besidePeer('20 posts a second', ours, "Bun's publish", rounds([10, 10, 10]), 1.05, true)
  expect(rows.map(({ holds }) => holds)).toEqual(verdicts)
})
