import * as v from 'valibot'
import { Id } from './primitives/values'

/** What a machine shows its scores on: drums, lamps behind the glass, letters or digits of segments, dots, or a screen. */
export const machineDisplays = ['reels', 'lights', 'alphanumeric', 'numeric', 'dot-matrix', 'lcd'] as const
export type MachineDisplay = (typeof machineDisplays)[number]

/** A kind that this program does not know is like one that nobody knows: null. */
const KnownDisplay = v.optional(v.fallback(v.nullable(v.picklist(machineDisplays)), null))

/** What is said of a title beside a machine of a venue. */
export const MachineTitle = v.object({
  id: Id,
  name: v.string(),
  display: KnownDisplay,
  player_count: v.optional(v.nullable(v.number())),
  /** id in the Open Pinball Database; only beside machines that a board shows */
  opdb_id: v.optional(v.nullable(v.string())),
})

/** A machine title of the catalogue. */
export const Machine = v.object({
  id: Id,
  name: v.string(),
  manufacturer: v.string(),
  year: v.nullable(v.number()),
  /** id in the Open Pinball Database */
  opdb_id: v.nullable(v.string()),
  backglass_art: v.nullable(v.string()),
  display: KnownDisplay,
  player_count: v.optional(v.nullable(v.number())),
  /** the caller added it, and nobody else is told of it */
  is_own: v.optional(v.boolean()),
})
export type Machine = v.InferOutput<typeof Machine>

/** A line of GET /api/machines/: a machine, or with `groups=true` a group of several under the id `g-{id}`. */
export const CatalogueEntry = v.object({
  ...Machine.entries,
  id: v.union([Id, v.pipe(v.string(), v.regex(/^g-[1-9]\d*$/))]),
})
export type CatalogueEntry = v.InferOutput<typeof CatalogueEntry>

/** The editions of one title. */
export const MachineGroup = v.object({ id: Id, name: v.string(), machines: v.array(Id) })
export type MachineGroup = v.InferOutput<typeof MachineGroup>
