import { connect } from './src/database/pool'
import { createTestDatabase, startTestPostgres } from './src/testing/postgres'
import { callsOf, fuzzCall } from './src/fuzz/fuzzCall'
import { buildStage } from './src/fuzz/stage'
const from = Number(process.argv[2]), runs = Number(process.argv[3])
const seed = 20261122
const postgres = await startTestPostgres()
const database = await createTestDatabase(postgres.url)
const db = connect({ connectionString: database.url, max: 5 })
const stage = await buildStage(db)
let i = 0, failed = 0, sent = 0
for (const call of callsOf(stage)) {
  if (i++ < from) continue
  const t = Date.now()
  try { const counts = await fuzzCall(stage, call, { runs, seed }); const n = Object.values(counts).reduce((a, b) => a + b, 0); sent += n; console.log(i - 1, call.method, call.path, JSON.stringify(counts), ((Date.now() - t) / 1000).toFixed(0) + ' s') } catch (e) { failed++; console.log(i - 1, call.method, call.path, 'FAILED', String(e).slice(0, 3000)) }
}
console.log('end', sent, failed)
await stage.close(); await db.destroy(); await database.drop(); await postgres.close(); process.exit(0)
