import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createTestDatabase, type TestPostgres } from '../../../server/src/testing/postgres'
import { publishVersion, writeRegistry } from '../../../server/src/testing/publishType'
import type { Release } from '../../../server/src/testing/release'
import { startSide } from '../boards/boardsStage'
import { watchScoreboard, type Watched } from '../live/watched'
import { residentBytes } from '../processUse'

/** A running server that types can be published to, and a watched scoreboard of it. */
export interface TypesStage {
  watched: Watched
  /** Publishes as many types, and makes as many boards of each, which show machines of measured scoreboards or only others. */
  addTypes(types: number, boards: number, isSame: boolean): Promise<Noticed>
  stop(): Promise<void>
}

/** What a running server needs to know newly published types. */
interface Noticed {
  /** ms from the new registry to the answer that the last of the types is there */
  firstMs: number
  /** of the slowest call of a scoreboard meanwhile */
  slowestMs: number
  /** ms of the same when one more is published */
  oneMoreMs: number
  /** that the process has grown by, boards not counted */
  bytes: number
}

/** Copies a type's first board until there are `boards` of them. Over the API so many would take minutes. */
const multiply = async (client: pg.Client, { type, id, boards }: { type: string; id: number; boards: number }) => {
  await client.query(
    `with made as (
      insert into boards (type, owner_id, title, is_public, viewer_key, settings, settings_version)
      select type, owner_id, title || ' ' || n, is_public, md5(random()::text), settings, settings_version from boards, generate_series(2, $3::int) n where type = $1 and id = $2
      returning type, id
    )
    insert into board_references (board_type, board_id, place, position, venue_machine_id, opens, counts)
    select made.type, made.id, place, position, venue_machine_id, opens, counts from made, board_references where board_type = $1 and board_id = $2`,
    [type, id, boards],
  )
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** @param main another start of the server */
export async function startTypesStage(
  postgres: TestPostgres,
  release: Release,
  sockets: number,
  main?: string,
): Promise<TypesStage> {
  const { url: databaseUrl } = await createTestDatabase(postgres, { isEmpty: true })
  const deploy = await mkdtemp(path.join(tmpdir(), 'multiball-bench-types-'))
  await publishTypes(deploy, [])
  const server = await release.start(
    { DATABASE_URL: databaseUrl, DEPLOY_DIR: deploy, LOG_LEVEL: 'warn', TRUST_PROXY: '1' },
    main,
  )
  const side = await startSide(server.url, databaseUrl)
  const watched = await watchScoreboard(server, side, sockets)
  const { send, machines } = side
  const bootstrap = () => send('GET', `/api/scoreboard/${watched.board}/bootstrap/`)

  /** ms until a type is there, asked again and again. */
  const notice = async (type: string) => {
    const begun = performance.now()
    while (!(await fetch(`${server.url}/api/board/${type}/?is_public=true&limit=1`)).ok) await wait(2)
    return performance.now() - begun
  }

  return {
    watched,
    async addTypes(types, boards, isSame) {
      const names = typeNames(types)
      const before = residentBytes(server.pid)
      await publishTypes(deploy, names)
      let isThere = false
      let slowestMs = 0
      const noticed = notice(names.at(-1)!).finally(() => (isThere = true))
      while (!isThere) slowestMs = Math.max(slowestMs, await timed(bootstrap))
      const firstMs = await noticed
      const bytes = residentBytes(server.pid) - before
      // The measured scoreboards are of the first twenty.
      const shown = isSame ? machines.slice(0, 20) : machines.slice(20)
      const client = new pg.Client(databaseUrl)
      await client.connect()
      for (const [at, type] of names.entries()) {
        const { id } = await send('POST', `/api/board/${type}/`, {
          title: 'Board',
          is_public: true,
          ...settingsFor(shown[at % shown.length]!),
        })
        await multiply(client, { type, id, boards })
      }
      // As the database does by itself after a minute.
      await client.query('vacuum analyze')
      await client.end()
      const more = typeNames(types + 1)
      await publishTypes(deploy, more)
      return { firstMs, slowestMs, oneMoreMs: await notice(more.at(-1)!), bytes }
    },
    async stop() {
      await watched.leave()
      side.close()
      await server.stop()
      await rm(deploy, { recursive: true, force: true })
    },
  }
}

type Registered = Parameters<typeof writeRegistry>[1]

const properties = {
  heading: {
    type: 'string',
    minLength: 1,
    maxLength: 60,
    errorMessage: { minLength: 'Enter a heading', maxLength: 'At most 60 characters' },
  },
  columns: { type: 'integer', minimum: 1, maximum: 6, default: 2 },
  background_color: { type: 'string', pattern: '^#[0-9a-f]{3,8}$', default: '#000' },
  machines: {
    type: 'array',
    maxItems: 50,
    items: { type: 'integer', reference: { to: ['venuemachine'], opens: true } },
    default: [],
  },
  hours: {
    type: 'array',
    maxItems: 14,
    items: {
      type: 'object',
      properties: {
        day: { enum: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
        from: { type: 'string', format: 'time' },
        to: { type: 'string', format: 'time' },
      },
      required: ['day', 'from', 'to'],
      additionalProperties: false,
    },
    default: [],
  },
}

/** Ten letters of the alphabet a place: `benchaa`, `benchab`, … */
const nameOf = (index: number) => `bench${String(index).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`

/** As many names of types. */
const typeNames = (count: number): string[] => Array.from({ length: count }, (_, index) => nameOf(100 + index))

/** Settings of a board of these types. */
const settingsFor = (machine: number) => ({
  heading: 'Tonight',
  machines: [machine],
  hours: [{ day: 'fri', from: '18:00', to: '23:00' }],
})

/**
 * Publishes board types of remotes into a deploy folder, each with a schema of its own, machines, a feed of their games and
 * one that programs post.
 */
async function publishTypes(deployFolder: string, names: readonly string[]): Promise<void> {
  const remotes: Registered = {}
  for (const name of names) {
    // No two schemas are alike.
    const own = { [`only_${name}`]: { type: 'boolean', default: false } }
    const type = {
      feeds: { games: { kind: 'game', from: 'machines' }, taps: { kind: 'posted', silent_after: 3_600 } },
    } as const
    const version = await publishVersion(deployFolder, `mf-${name}`, '1.0.0', name, {
      properties: { ...properties, ...own },
      required: ['heading'],
      type,
    })
    remotes[`mf-${name}`] = { enabled: true, active: '1.0.0', versions: { '1.0.0': version } }
  }
  await writeRegistry(deployFolder, remotes)
}
