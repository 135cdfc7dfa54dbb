import { randomInt } from 'node:crypto'
import { connect } from '../ground/database/pool'
import { createTestDatabase, startTestPostgres } from '../testing/postgres'
import { callsOf, fuzzCall } from './fuzzCall'
import { buildStage } from './stage'

const [runsText = '10000', only = ''] = process.argv.slice(2)
const runs = Number(runsText)
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))

/** npm run fuzz [-- RUNS [PART OF A CALL'S NAME]]: generated requests to every call, over a database of its own. */
async function main(): Promise<number> {
  if (!Number.isInteger(runs) || runs < 1) {
    console.error('Usage: npm run fuzz -- [requests for each call] [part of the call, such as "PUT /api/scoreboard"]')
    return 1
  }
  console.log(`Seed ${seed}; the same requests again: FUZZ_SEED=${seed} npm run fuzz -- ${runs}`)
  const postgres = await startTestPostgres()
  const database = await createTestDatabase(postgres)
  const db = connect({ connectionString: database.url, max: 5 })
  const stage = await buildStage(db)
  let failed = 0
  let sent = 0
  try {
    for (const call of callsOf(stage)) {
      const name = `${call.method} ${call.path}`
      if (!name.includes(only)) continue
      try {
        const counts = await fuzzCall(stage, call, { runs, seed })
        sent += Object.values(counts).reduce((sum, count) => sum + count, 0)
        console.log(
          `${name}  ${Object.entries(counts)
            .map(([status, count]) => `${status}: ${count}`)
            .join('  ')}`,
        )
      } catch (error) {
        failed += 1
        console.error(`\nFAILED ${error instanceof Error ? error.message : String(error)}\n`)
      }
    }
  } finally {
    await stage.close()
    await db.destroy()
    await database.drop()
    await postgres.close()
  }
  console.log(`${sent} requests, ${failed} calls failed. Seed ${seed}.`)
  return failed === 0 ? 0 : 1
}

process.exitCode = await main()
