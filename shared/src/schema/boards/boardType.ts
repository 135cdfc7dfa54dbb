import * as v from 'valibot'
import { line } from '../primitives/values'
import { eventMomentKinds } from '../events/eventMoments'
import { momentKinds } from '../games/moments'
import { builtInTypes } from './board'
import { CustomTypeName, FeedName } from './typeNames'

/*
 * A board type that a remote brings along: what its team writes into remote.json, and what the registry says of it. The
 * core knows nothing else of it.
 */

/** What viewers find at /viewer/ already. */
export const takenPaths: readonly string[] = [...builtInTypes.map((type) => `${type}s`), 'tv', 'kept']

const takenKinds: readonly string[] = [...momentKinds, ...eventMomentKinds]

/** Names beside the settings in a board's answers, which no field of them can have. */
export const ownFields: readonly string[] = [
  'id',
  'type',
  'title',
  'is_public',
  'moments',
  'owner',
  'user_roles',
  'viewer_key',
  'embed_sites',
  'settings',
  'settings_version',
  'created_at',
  'updated_at',
  'scores',
]

/** What the file may be that the settings are published as: the build holds teams to it, and the server takes no other. */
export const settingsLimits = {
  bytes: 65_536,
  /** schemas in one another */
  depth: 16,
  /** schemas in all */
  schemas: 500,
  /** of one object */
  fields: 100,
  /** of one choice */
  branches: 20,
  patternCharacters: 500,
  /** of a compiled pattern: a text is read in their number times its length at most */
  patternSteps: 2_500,
} as const

/** The last part but one of a viewer's address, such as `tap-lists` of /viewer/tap-lists/3. */
const ViewerPath = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{1,40}$/, 'A path is 2 to 41 lower-case letters, digits and hyphens'),
)

const Words = v.pipe(line(60), v.nonEmpty())

/** A field of the settings, whose references a feed is about. */
const Field = v.pipe(v.string(), v.regex(/^[A-Za-z_]\w{0,59}$/))

/**
 * What the live hub can put into a board's state without code of its type.
 * game: the newest game of each machine that a field names. moments: the newest moments of these machines, see Moment.
 * ranking: the best scores by the question in a field, see RankingQuestion. board: what the boards that a field names show.
 * posted: the newest document that a program put; after `silent_after` seconds without one it is marked as old. Where `match_play` names a field, documents are those of
 * docs/events.md: the server follows the tournament of Match Play whose address is in it, and takes tables of the owner's.
 */
export const FeedDeclaration = v.variant('kind', [
  v.strictObject({ kind: v.literal('game'), from: Field }),
  v.strictObject({ kind: v.literal('moments'), from: Field }),
  v.strictObject({ kind: v.literal('ranking'), from: Field }),
  v.strictObject({ kind: v.literal('board'), from: Field }),
  v.strictObject({
    kind: v.literal('posted'),
    silent_after: v.optional(v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(604_800)), 3_600),
    match_play: v.optional(Field),
  }),
])
export type FeedDeclaration = v.InferOutput<typeof FeedDeclaration>

/** How settings of the version before become settings of this one, one step after the other; paths are fields. */
export const SettingsChange = v.variant('change', [
  v.strictObject({ change: v.literal('rename'), from: Field, to: Field }),
  /** where the field is missing; a value of JSON */
  v.strictObject({ change: v.literal('default'), field: Field, value: v.unknown() }),
  v.strictObject({ change: v.literal('drop'), field: Field }),
])
export type SettingsChange = v.InferOutput<typeof SettingsChange>

const common = {
  name: CustomTypeName,
  path: ViewerPath,
  /** in the middle of a sentence: `tap list`, `tap lists` */
  singular: Words,
  plural: Words,
  /** one sentence for an owner who has never made one */
  purpose: v.pipe(line(200), v.nonEmpty()),
  feeds: v.optional(
    v.pipe(
      v.record(FeedName, FeedDeclaration),
      v.check((feeds) => Object.keys(feeds).length <= 10, 'At most 10 feeds'),
    ),
    () => ({}),
  ),
  /** moments that programs tell of its boards, by their kinds: what each is called, such as `Last keg` */
  moments: v.optional(
    v.pipe(
      v.record(
        v.pipe(
          FeedName,
          v.check((kind) => !takenKinds.includes(kind), 'The server tells moments of this kind itself'),
        ),
        v.strictObject({ title: Words }),
      ),
      v.check((moments) => Object.keys(moments).length <= 10, 'At most 10 kinds of moments'),
    ),
    () => ({}),
  ),
  /** settings of a board that previews and the contract show */
  example: v.record(v.string(), v.unknown()),
  /** counts up with every change of the settings that stored boards need `changes` for */
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000)), 1),
  /** of each version what makes settings of the version before it into its own: `{ "2": [ … ] }` */
  changes: v.optional(
    v.record(v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/)), v.pipe(v.array(SettingsChange), v.maxLength(50))),
    () => ({}),
  ),
  /** whether its display can be a cell of a comboboard */
  gridCell: v.optional(v.boolean(), false),
}

/** `boardType` of remote.json. */
export const BoardTypeManifest = v.strictObject({
  ...common,
  path: v.pipe(
    ViewerPath,
    v.check((path) => !takenPaths.includes(path), 'This path is taken'),
  ),
  /** the module whose `settings` is the valibot schema of the settings, such as `./src/settings.ts` */
  settings: v.pipe(v.string(), v.startsWith('./')),
})
export type BoardTypeManifest = v.InferOutput<typeof BoardTypeManifest>

/** The same in the registry: the settings are a published file, a JSON Schema with references as keywords. */
export const PublishedBoardType = v.strictObject({
  ...common,
  settings: v.strictObject({
    src: v.pipe(v.string(), v.nonEmpty()),
    integrity: v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/)),
  }),
})
export type PublishedBoardType = v.InferOutput<typeof PublishedBoardType>
