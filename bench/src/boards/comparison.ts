import { quantile } from '../table'
import type { Sample, Side } from './boardsStage'

/** Boards of each type that are made, read, changed and deleted in one round. */
const batch = 10

/** ms of one call of both, one right after the other */
interface Pair {
  ours: number
  old: number
}

/** The pairs, by what was asked. */
type Pairs = Map<string, Pair[]>

/** A call of both, of each its own board where the two have different numbers. */
type Work = (side: Side, board: 'ours' | 'old') => Promise<unknown>

/** Makes calls of both in turn: who is first changes from call to call, and what else the machine does meets both alike. */
export class Comparison {
  readonly pairs: Pairs = new Map()
  private isOldFirst = false

  constructor(private readonly sides: Record<'ours' | 'old', Side>) {}

  async call(what: string, work: Work): Promise<void> {
    const pair: Pair = { ours: 0, old: 0 }
    this.isOldFirst = !this.isOldFirst
    for (const name of this.isOldFirst ? (['old', 'ours'] as const) : (['ours', 'old'] as const)) {
      const begun = performance.now()
      await work(this.sides[name], name)
      pair[name] = performance.now() - begun
    }
    const pairs = this.pairs.get(what) ?? []
    pairs.push(pair)
    this.pairs.set(what, pairs)
  }
}

/** The life of a few boards: what a board costs from its making to its end. */
async function live(comparison: Comparison, at: number, { type, what }: Sample, round: number): Promise<void> {
  const list = `/api/${type}/`
  const numbers = Array.from({ length: batch }, (_, place) => ({ place, ours: 0, old: 0 }))
  const each = async (step: string, work: (side: Side, item: string, place: number) => Promise<unknown>) => {
    for (const number of numbers)
      await comparison.call(`${step}, ${what}`, (side, name) => work(side, `${list}${number[name]}/`, number.place))
  }
  const bodyOf = ({ samples }: Side, title: string) => ({ title, is_public: true, ...samples[at]!.body })
  for (const number of numbers) {
    await comparison.call(`POST, ${what}`, async (side, name) => {
      number[name] = (await side.send('POST', list, bodyOf(side, `Round ${round} ${number.place}`))).id
    })
  }
  if (type !== 'slideshow') {
    // Nobody has looked at it yet.
    await each('bootstrap, cold', ({ send }, item) => send('GET', `${item}bootstrap/`))
    await each('bootstrap, warm', ({ send }, item) => send('GET', `${item}bootstrap/`))
  }
  await each('GET', ({ send }, item) => send('GET', item))
  await each(`list of ${batch}`, ({ send }) => send('GET', `${list}?limit=${batch}&ordering=-id`))
  await each('PUT', (side, item, place) => side.send('PUT', item, bodyOf(side, `Round ${round} again ${place}`)))
  await each('PATCH', ({ send }, item, place) => send('PATCH', item, { title: `Round ${round} at last ${place}` }))
  await each('DELETE', ({ send }, item) => send('DELETE', item))
}

/** Rounds that are not counted: the engine is still optimising the code of both. */
const warmUpRounds = 4

/** So many rounds of the lives of boards like these samples, and of a long list, on both sides in turn. */
export async function compareBoards(
  sides: Record<'ours' | 'old', Side>,
  rounds: number,
  { warmUp = warmUpRounds, samples = sides.ours.samples } = {},
): Promise<Pairs> {
  const [warmth, comparison] = [new Comparison(sides), new Comparison(sides)]
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const current = round < warmUp ? warmth : comparison
    for (const [at, sample] of samples.entries()) await live(current, at, sample, round)
    for (let time = 0; time < batch; time += 1)
      await current.call('list of 100 scoreboards of 20 machines', ({ send }) =>
        send('GET', '/api/scoreboard/?limit=100'),
      )
  }
  return comparison.pairs
}

/** The medians of both, and of what each pair of calls came to. */
export const rowsOf = (found: Pairs) =>
  [...found].map(([what, pairs]) => {
    const median = (side: keyof Pair) =>
      `${quantile(
        pairs.map((pair) => pair[side]),
        0.5,
      ).toFixed(2)} ms`
    return {
      what,
      ours: median('ours'),
      peer: median('old'),
      ratio: quantile(
        pairs.map(({ ours, old }) => ours / old),
        0.5,
      ),
    }
  })
