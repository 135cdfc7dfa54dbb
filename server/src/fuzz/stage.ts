import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { tokenScopes } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { putKey } from '../core/boards/feeds/feeds.store'
import type { Tables } from '../ground/database/tables'
import { hashOf } from '../ground/http/actors'
import { buildDocument } from '../edges/openapi/document'
import type { OpenApiDocument } from '../edges/openapi/document'
import {
  makeApiToken,
  makeComboboard,
  makeLeaderboard,
  makeScoreboard,
  makeSlideshow,
  makeSlideshowImage,
  makeStreamboard,
  makeTv,
  makeTvCode,
  makeUser,
  makeVenueMachine,
} from '../testing'
import { makeDevice, makeDeviceKey } from '../testing/devices'
import { publishVersion, writeRegistry } from '../testing/publishType'
import { buildWholeApp } from '../testing/wholeApp'
import type { WholeApp } from '../testing/wholeApp'

/** What ids may be of. */
export const kinds = [
  'scoreboard',
  'leaderboard',
  'comboboard',
  'slideshow',
  'streamboard',
  'slideshow_image',
  'venue',
  'venuemachine',
  'user',
  'machines',
  'machinegroups',
  'tv',
  'board',
] as const
/** a board type of a remote, and its posted feed */
export const customType = 'taplist'
export const postedFeed = 'taps'
const feedKey = 'a-key-of-a-program'

export type Kind = (typeof kinds)[number]

export type Rows = Record<Kind, number[]>

/** Who sends, and what there is to name. */
export interface World {
  authorizations: Record<Sender, string | undefined>
  own: Rows
  others: Rows
  viewerKeys: string[]
  texts: string[]
}

export const senders = [
  'anonymous',
  'owner',
  'other',
  'device',
  'unpairedDevice',
  'deviceKey',
  'tv',
  'unpairedTv',
  'program',
  'apiToken',
] as const
export type Sender = (typeof senders)[number]

export interface Stage {
  app: FastifyInstance
  whole: WholeApp
  document: OpenApiDocument
  /** of now; a new one after `renew` */
  world: World
  /** Everything there again, whatever was deleted. */
  renew(): Promise<void>
  close(): Promise<void>
}

async function makeRows(db: Kysely<Tables>, ownerId: number): Promise<{ rows: Rows; keys: string[]; tvToken: string }> {
  const machines = [
    await makeVenueMachine(db, ownerId),
    await makeVenueMachine(db, ownerId),
    await makeVenueMachine(db, ownerId),
  ]
  const [first = 0, second = 0, third = 0] = machines
  const shown = await makeScoreboard(db, ownerId, { venueMachineIds: [first] })
  const hidden = await makeScoreboard(db, ownerId, { venueMachineIds: [second, third], isPublic: false })
  const best = await makeLeaderboard(db, ownerId, { venueMachineIds: [first, second], isPublic: false })
  const items = [
    { type: 'scoreboard' as const, id: shown.id },
    { type: 'leaderboard' as const, id: best.id },
  ]
  const combo = await makeComboboard(db, ownerId, { items })
  const image = await makeSlideshowImage(db, ownerId)
  const slides = await makeSlideshow(db, ownerId, {
    items: [...items, { type: 'slideshowimage', id: image.id }],
    isPublic: false,
  })
  const stream = await makeStreamboard(db, ownerId, { scoreboardIds: [shown.id] })
  const tv = await makeTv(db, ownerId, { scoreboardId: hidden.id })
  const taps = await db
    .insertInto('boards')
    .values({
      type: customType,
      owner_id: ownerId,
      title: `Taps ${randomUUID()}`,
      is_public: true,
      viewer_key: randomUUID(),
      settings: JSON.stringify({ heading: 'On tap' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await putKey(db, { type: customType, id: taps.id, name: postedFeed }, ownerId, hashOf(feedKey))
  const venues = await db.selectFrom('venues').select('id').where('owner_id', '=', ownerId).execute()
  return {
    rows: {
      scoreboard: [shown.id, hidden.id],
      leaderboard: [best.id],
      comboboard: [combo.id],
      slideshow: [slides.id],
      streamboard: [stream.id],
      slideshow_image: [image.id],
      venue: venues.map(({ id }) => id),
      venuemachine: machines,
      user: [ownerId],
      machines: [1, 2, 3],
      machinegroups: [1, 2],
      tv: [tv.id],
      board: [taps.id],
    },
    tvToken: tv.token,
    keys: [shown, hidden, best, combo, slides, stream].map(({ viewerKey }) => viewerKey),
  }
}

/** A game in progress, and one that was played to its end. */
async function play(app: FastifyInstance, deviceKey: string) {
  const post = (entry: object) =>
    app.inject({ method: 'POST', url: '/api/entry/', headers: { authorization: `Token ${deviceKey}` }, payload: entry })
  await post({
    session_uuid: randomUUID(),
    session_sequence: 1,
    active: false,
    current_p1_score: 77_000,
    current_p2_score: '9223372036854775807',
  })
  await post({
    session_uuid: randomUUID(),
    session_sequence: 1,
    current_player: 1,
    current_ball: 1,
    current_p1_score: 5_000,
    game_modes: 'MB:Multiball',
  })
}

async function makeWorld(db: Kysely<Tables>, app: FastifyInstance): Promise<World> {
  const owner = await makeUser(db)
  const other = await makeUser(db)
  const mine = await makeRows(db, owner.id)
  const theirs = await makeRows(db, other.id)
  const machine = mine.rows.venuemachine[0]!
  const device = await makeDevice(db, machine)
  const loose = await makeDevice(db, null)
  const deviceKey = await makeDeviceKey(db, machine)
  const unpaired = await makeTvCode(db)
  await play(app, deviceKey)
  return {
    authorizations: {
      anonymous: undefined,
      owner: `Token ${owner.token}`,
      other: `Token ${other.token}`,
      device: `SToken ${device.token}`,
      unpairedDevice: `SToken ${loose.token}`,
      deviceKey: `Token ${deviceKey}`,
      tv: `TvToken ${mine.tvToken}`,
      unpairedTv: `TvToken ${unpaired.token}`,
      program: `Feed ${feedKey}`,
      apiToken: `Token ${await makeApiToken(db, owner.id, [...tokenScopes])}`,
    },
    own: mine.rows,
    others: theirs.rows,
    viewerKeys: [...mine.keys, ...theirs.keys],
    texts: [
      owner.username,
      other.username,
      device.uuid,
      loose.uuid,
      loose.shortcode,
      unpaired.code,
      'game:1:1',
      `${owner.username}@example.com`,
    ],
  }
}

/** The complete server over this database, with something of everything in it. */
export async function buildStage(db: Kysely<Tables>): Promise<Stage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'multiball-fuzz-'))
  const properties = {
    heading: { type: 'string', pattern: '^(a+)+$|.', maxLength: 40 },
    machines: { type: 'array', items: { type: 'integer', reference: { to: ['venuemachine'], opens: true } } },
    best: { question: true },
  }
  const published = await publishVersion(folder, 'mf-taps', '1.0.0', customType, {
    properties,
    type: { feeds: { [postedFeed]: { kind: 'posted' }, best: { kind: 'ranking', from: 'best' } } },
  })
  await writeRegistry(folder, { 'mf-taps': { enabled: true, active: '1.0.0', versions: { '1.0.0': published } } })
  const whole = await buildWholeApp(db, { isLimited: false }, { DEPLOY_DIR: folder })
  await whole.app.ready()
  const stage: Stage = {
    app: whole.app,
    whole,
    document: buildDocument(whole.app.describedRoutes, { version: '0', serverUrl: '/' }),
    world: await makeWorld(db, whole.app),
    renew: async () => {
      stage.world = await makeWorld(db, whole.app)
    },
    close: async () => {
      await whole.close()
      await rm(folder, { recursive: true })
    },
  }
  return stage
}
