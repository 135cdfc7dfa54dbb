import path from 'node:path'
import { createTestDatabase, startTestPostgres } from '../../server/src/testing/postgres'
import { releaseIn, unpackRelease, type Release, type RunningRelease } from '../../server/src/testing/release'

interface Releases {
  ours: Release
  old: Release & { folder: string }
  /** Starts a server, or another start of it, on an empty database of its own. */
  start(release: Release, main?: string): Promise<RunningRelease & { databaseUrl: string }>
  /** Has something ended before what was started until then. */
  atEnd(end: () => unknown): void
}

/** Compares the server in this folder with that of a commit; whatever was started for it is ended in the reverse order. */
export async function besideRelease<Result>(
  commit: string,
  compare: (releases: Releases) => Promise<Result>,
): Promise<Result> {
  const root = path.resolve(import.meta.dirname, '../..')
  // A server refuses one that could lose scores.
  const postgres = await startTestPostgres({})
  const old = unpackRelease(root, commit)
  const endings: (() => unknown)[] = [old.remove, postgres.close]
  const atEnd = (end: () => unknown) => void endings.unshift(end)
  const start: Releases['start'] = async (release, main) => {
    const { url: databaseUrl } = await createTestDatabase(postgres, { isEmpty: true })
    const server = await release.start({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', TRUST_PROXY: '1' }, main)
    atEnd(server.stop)
    return { ...server, databaseUrl }
  }
  try {
    return await compare({ ours: releaseIn(root), old, start, atEnd })
  } finally {
    for (const end of endings) await end()
  }
}
