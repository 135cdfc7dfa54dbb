import * as v from 'valibot'
import { FileText } from './events/matchPlay'
import { Id, line, lineAsSent, whole } from './primitives/values'
import { OwnTitleInput } from './venue'

/*
 * A list of machines, as a venue has them: Pinball Map's of a location, or somebody's own. It is read first, and what its owner
 * chooses of it is added then.
 */

/** The most machines of one list. */
export const mostListedMachines = 500

const number = '([1-9]\\d{0,8})(?!\\d)'
const alone = new RegExp(`^${number}$`)
const inAddress = new RegExp(
  `^(?:https?://)?(?:www\\.)?pinballmap\\.com(?=/).*?(?:[?&]by_location_id=|/locations/)${number}`,
  'i',
)

/** The number of the location that an address on pinballmap.com names, or that stands alone; undefined where there is none. */
export function locationIn(text: string): number | undefined {
  const [, found] = alone.exec(text.trim()) ?? inAddress.exec(text.trim()) ?? []
  return found === undefined ? undefined : Number(found)
}

/** What an owner types to have the machines of a location read. */
export const PinballMapAddress = v.pipe(
  lineAsSent(300),
  v.check((text) => locationIn(text) !== undefined, 'Enter the location’s address on pinballmap.com, or its number'),
)

/** POST /api/venue/{id}/machine_list/ : where a list is, which is one of the three. */
export const MachineListInput = v.pipe(
  v.object({
    location: v.optional(PinballMapAddress),
    /** a title a line, a table as CSV, or JSON as Pinball Map answers it */
    text: v.optional(v.pipe(v.string(), v.maxLength(200_000, 'This list is too long'), whole)),
    /** the same in a file, as base64 */
    file: FileText,
  }),
  v.check(
    ({ location, text, file }) => [location, text, file].filter((given) => given !== undefined).length === 1,
    'Send a location, a text or a file',
  ),
)
export type MachineListInput = v.InferInput<typeof MachineListInput>

/** A machine of a list, and what is known of it. */
export const ListedMachine = v.object({
  /** as the list has it */
  listed: v.string(),
  /** the title's own, or what the list says where the catalogue has none */
  name: v.string(),
  manufacturer: v.string(),
  year: v.nullable(v.number()),
  /** its title, one of the catalogue or of the owner's own; null where there is none */
  machine: v.nullable(Id),
  /** it stands in the venue already */
  is_here: v.boolean(),
})
export type ListedMachine = v.InferOutput<typeof ListedMachine>

export const MachineList = v.object({ machines: v.array(ListedMachine) })
export type MachineList = v.InferOutput<typeof MachineList>

/** A machine to be added: a title, or one of the owner's own by its description, whose maker may not be known. */
const AddedMachine = v.union([
  v.object({ machine: Id }),
  v.object({
    ...OwnTitleInput.entries,
    manufacturer: v.optional(line(100), ''),
  }),
])

/** POST /api/venue/{id}/machines/ : those that do not stand there yet are added. */
export const AddedMachinesInput = v.object({
  machines: v.pipe(
    v.array(AddedMachine),
    v.minLength(1, 'Choose a machine'),
    v.maxLength(mostListedMachines, `At most ${mostListedMachines} machines at a time`),
  ),
})
export type AddedMachinesInput = v.InferInput<typeof AddedMachinesInput>

/** how many were added */
export const AddedMachines = v.object({ added: v.number() })
