import * as v from 'valibot'
import { Id } from './primitives'

/** A machine title of the catalogue. */
export const Machine = v.object({
  id: Id,
  name: v.string(),
  manufacturer: v.string(),
  year: v.nullable(v.number()),
  /** id in the Open Pinball Database */
  opdb_id: v.nullable(v.string()),
  backglass_art: v.nullable(v.string()),
  /** how it shows scores: reels, lights, alphanumeric, cga, dmd, lcd; null when the catalogue does not say it */
  display: v.optional(v.nullable(v.string())),
  player_count: v.optional(v.nullable(v.number())),
})
export type Machine = v.InferOutput<typeof Machine>

/** A line of GET /api/machines/: a machine, or with `groups=true` a group of several under the id `g-{id}`. */
export const CatalogueEntry = v.object({ ...Machine.entries, id: v.union([Id, v.pipe(v.string(), v.regex(/^g-[1-9]\d*$/))]) })
export type CatalogueEntry = v.InferOutput<typeof CatalogueEntry>

/** The editions of one title. */
export const MachineGroup = v.object({ id: Id, name: v.string(), machines: v.array(Id) })
export type MachineGroup = v.InferOutput<typeof MachineGroup>
