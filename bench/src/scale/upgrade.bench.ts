import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@multiball/e2e/product'
import { releaseIn, unpackRelease, type Release, type RunningRelease } from '../../../server/src/testing/release'
import type { Row } from '../table'
import { rowsOfWitnessed, witness, type Witnessed } from './faults.bench'
import { Endings, makeHall, startNats, startNginx, startPostgres } from './scaleRig'

const root = path.resolve(import.meta.dirname, '../../..')
const viewers = 300
const machines = 50
/** so long two versions, or all servers, run side by side between two steps */
const sideBySideMs = 15_000

const isCommit = (commit: string) =>
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' }).status === 0

/** Two servers behind nginx, of one version and then of another: each is ended in order and started anew while the other serves. */
async function roll(
  from: Release,
  to: Release,
  settings: Record<string, string> = {},
  main?: string,
): Promise<Witnessed> {
  const endings = new Endings()
  try {
    const postgres = await startPostgres(endings)
    const nats = await startNats(endings)
    const ports = [await freePort(), await freePort()]
    const running: RunningRelease[] = []
    endings.add(() => Promise.all(running.map((server) => server.stop())))
    const start = async (release: Release, at: number, isNew: boolean) => {
      const environment = {
        DATABASE_URL: postgres.database,
        NATS_URL: nats.url,
        PORT: String(ports[at]),
        TRUST_PROXY: '1',
        PUBLIC_URL: 'http://localhost:3000',
        LOG_LEVEL: 'error',
        ...(isNew && settings),
      }
      running[at] = await release.start(environment, isNew ? main : undefined)
    }
    for (const at of ports.keys()) await start(from, at, false)
    const hall = await makeHall(postgres.database, machines, machines)
    const nginx = await startNginx(endings, ports)
    const scene = {
      url: `http://127.0.0.1:${nginx.port}`,
      database: postgres.database,
      hall,
      everyMs: 200,
      viewers,
      speed: 10,
    }
    return await witness(endings, scene, async () => {
      await wait(sideBySideMs)
      for (const at of ports.keys()) {
        await running[at]!.stop()
        await start(to, at, true)
        console.log(`  server ${at + 1} is another one`)
        await wait(sideBySideMs)
      }
    })
  } finally {
    await endings.run()
  }
}

/** Restarts and upgrades two servers one after the other; old and new work side by side on one database. `commit`: the old version. */
export async function run(commit = '1.0.0'): Promise<Row[]> {
  const ours = releaseIn(root)
  const rows = rowsOfWitnessed(await roll(ours, ours), 'rolling restart of two servers')
  const broken = await roll(ours, ours, { BROKEN: 'lose some' }, 'bench/src/scale/brokenServer.ts')
  rows.push({
    what: 'a rolling restart of servers made to lose what one machine in ten ends with',
    ours: `lost ${broken.verdict.lost.length}`,
    target: 'caught',
    holds: broken.verdict.lost.length > 0,
  })
  if (!isCommit(commit))
    return [
      ...rows,
      {
        what: `rolling upgrade from ${commit}: SKIPPED, this checkout has no such commit (git fetch --tags)`,
        ours: '',
      },
    ]
  const old = unpackRelease(root, commit)
  try {
    return [...rows, ...rowsOfWitnessed(await roll(old, ours), `rolling upgrade of two servers from ${commit}`)]
  } finally {
    old.remove()
  }
}
