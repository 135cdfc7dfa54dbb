import { useTestDatabase } from '../testing'
import { callsOf, fuzzCall } from './fuzzCall'
import type { DescribedCall } from './requests'
import { buildStage } from './stage'
import type { Stage } from './stage'

// In every test run some of each; `npm run fuzz` sends as many as one likes.
const runs = Number(process.env.FUZZ_RUNS ?? 30)
// The same requests each time; `npm run fuzz` makes new ones.
const seed = Number(process.env.FUZZ_SEED ?? 20_260_101)

const patienceMs = 600_000

/** A test that sends generated requests to each of these calls. */
export function fuzzTests(title: string, isMeant: (call: DescribedCall) => boolean): void {
  const database = useTestDatabase()
  let stage: Stage
  beforeAll(async () => {
    stage = await buildStage(database.db)
  })
  afterAll(() => stage.close())

  test(
    `API-10 ${title}: ${runs} generated requests each, never an error of ours, never late, always as documented`,
    async () => {
      const failures: string[] = []
      const meant = callsOf(stage).filter(isMeant)
      for (const call of meant) await fuzzCall(stage, call, { runs, seed }).catch((error: unknown) => failures.push(error instanceof Error ? error.message : String(error)))
      expect(failures.join('\n\n')).toBe('')
      expect(meant.length).toBeGreaterThan(10)
    },
    patienceMs,
  )
}
