import { connect } from '../../../server/src/ground/database/pool'
import { makeTv } from '../../../server/src/testing/makers'
import { cpuSeconds } from '../processUse'
import type { Row } from '../table'
import { cpuOf, Endings, makeHall, portOf, startInstances, startLoad, startPostgres, type Postgres } from './scaleStage'

const tvs = Number(process.env.TVS ?? 10_000)
const minutes = Number(process.env.MINUTES ?? 2)
const brokenTvs = 1_000

/** TVs that wait: statements of each a minute, CPU of each, and their questions, which the server answers every 20 s. */
async function waitFor(
  postgres: Postgres,
  count: number,
  milliseconds: number,
  settings: Record<string, string> = {},
  main?: string,
) {
  const endings = new Endings()
  try {
    const [server] = await startInstances(endings, 1, { DATABASE_URL: postgres.database, ...settings }, main)
    const hall = await makeHall(postgres.database, 1, 1)
    const db = connect({ connectionString: postgres.database, max: 1 })
    const tokens: string[] = []
    for (let made = 0; made < count; made += 1)
      tokens.push((await makeTv(db, hall.owner, { scoreboardId: hall.boards[0]! })).token)
    await db.destroy()
    const load = await startLoad(endings)
    const port = portOf(server!)
    await load.wait({ port, tokens })
    // Each has asked again once.
    await load.post({ port, keys: [], perSecond: 1, milliseconds: 25_000 })
    const before = await postgres.statements()
    const { result, seconds } = await cpuOf({ server: () => cpuSeconds(server!.pid()) }, () =>
      load.post({ port, keys: [], perSecond: 1, milliseconds }),
    )
    const tvMinutes = count * (result.milliseconds / 60_000)
    return {
      statements: ((await postgres.statements()) - before) / tvMinutes,
      answers: result.answers / tvMinutes,
      cpu: seconds.server / tvMinutes,
    }
  } finally {
    await endings.run()
  }
}

/** What TVs cost that wait for something to change, on one server with a database of its own. */
export async function run(): Promise<Row[]> {
  const endings = new Endings()
  try {
    const postgres = await startPostgres(endings)
    const { statements, answers, cpu } = await waitFor(postgres, tvs, minutes * 60_000)
    const broken = await waitFor(
      postgres,
      brokenTvs,
      45_000,
      { BROKEN: 'forget TVs' },
      'bench/src/scale/brokenServer.ts',
    )
    return [
      {
        what: `${tvs} waiting TVs: statements of each a minute`,
        ours: statements.toFixed(4),
        target: '<= 1',
        holds: statements <= 1,
      },
      {
        what: 'the same: their questions a minute',
        ours: answers.toFixed(2),
        target: '>= 2.5, or they do not wait',
        holds: answers >= 2.5,
      },
      { what: 'the same: CPU of the server, a TV and minute', ours: `${(cpu * 1e6).toFixed(0)} µs` },
      {
        what: `${brokenTvs} TVs of a server made to forget them: statements of each a minute`,
        ours: broken.statements.toFixed(2),
        target: 'caught, above 1',
        holds: broken.statements > 1,
      },
    ]
  } finally {
    await endings.run()
  }
}
