import * as v from 'valibot'
import { migrationNames } from '../ground/database/migrate'
import { StartError } from '../ground/process/startError'

export const format = 'multiball-backup'
export const formatVersion = 1
export const manifestName = 'manifest.json'

const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(63))

export const TableRecord = v.object({
  name: Name,
  columns: v.pipe(v.array(Name), v.minLength(1)),
  rows: v.pipe(v.number(), v.integer(), v.minValue(0)),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** of its entry, in hex */
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** the column that numbers itself, and the last number that it gave; null when it gave none */
  identity: v.nullable(v.object({ column: Name, last: v.nullable(v.pipe(v.string(), v.regex(/^\d{1,19}$/))) })),
})
export type TableRecord = v.InferOutput<typeof TableRecord>

/** What a backup is, beside its tables. */
export const Manifest = v.object({
  format: v.literal(format),
  format_version: v.number(),
  /** the Multiball that made it */
  product_version: v.string(),
  /** as of when, ISO 8601 */
  moment: v.pipe(v.string(), v.isoTimestamp()),
  /** all that the database had gone through, in order */
  migrations: v.pipe(v.array(v.string()), v.minLength(1)),
  tables: v.array(TableRecord),
})
export type Manifest = v.InferOutput<typeof Manifest>

/** Where the rows of a table lie in the file: PostgreSQL's text format, a line a row. */
export const entryOf = (table: string): string => `tables/${table}.copy`

/** The manifest in this text. Throws StartError for what is none, and for what this program cannot know. */
export function readManifest(text: string): Manifest {
  const manifest = v.safeParse(v.pipe(v.string(), v.parseJson(), Manifest), text)
  if (!manifest.success) throw new StartError('This is not a Multiball backup.')
  const { format_version, product_version, migrations } = manifest.output
  const isNewer = format_version > formatVersion || migrations.some((name) => !migrationNames.includes(name))
  if (isNewer)
    throw new StartError(
      `This backup was made by a newer Multiball (${product_version}). Restore it with that version, or a newer one.`,
    )
  if (migrations.some((name, index) => name !== migrationNames[index]))
    throw new StartError('This backup is of a database that Multiball did not make.')
  return manifest.output
}
