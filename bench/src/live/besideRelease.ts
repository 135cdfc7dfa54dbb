import path from 'node:path'
import { createTestDatabase, startTestPostgres } from '../../../server/src/testing/postgres'
import { releaseIn, unpackRelease, type Release } from '../../../server/src/testing/release'
import { startSide } from '../boards/boardsStage'
import type { Row } from '../table'
import { compareFanOut, watchScoreboard } from './watched'

const root = path.resolve(import.meta.dirname, '../../..')
const target = 1.05

/** The fan-out of the server in this folder beside that of a commit, each a process and a database of its own. */
export async function compareWithRelease(ref: string, sockets: number): Promise<Row[]> {
  // A server takes none that could lose scores.
  const postgres = await startTestPostgres({})
  const old = unpackRelease(root, ref)
  const endings: (() => unknown)[] = [old.remove, postgres.close]
  const start = async (release: Release) => {
    const { url } = await createTestDatabase(postgres, { isEmpty: true })
    const server = await release.start({ DATABASE_URL: url, LOG_LEVEL: 'warn', TRUST_PROXY: '1' })
    endings.unshift(server.stop)
    const watched = await watchScoreboard(server, await startSide(server.url, url), sockets)
    endings.unshift(watched.side.close, watched.leave)
    return watched
  }
  try {
    const before = await start(old)
    return await compareFanOut({ ours: await start(releaseIn(root)), old: before }, target)
  } finally {
    for (const end of endings) await end()
  }
}
