import type { FeedState } from '../boards/customBoard'
import type { EventMachine } from './eventDocument'

/** A machine of the venue with its newest game, as the feed `games` has it. */
export type PlayedMachine = Extract<FeedState, { kind: 'game' }>['games'][number]

const fold = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()

/** Group and machine of an OPDB id, without the alias: G4do5-MDlN7 of G4do5-MDlN7-A1vBe. */
const withoutAlias = (id: string) => id.split('-').slice(0, 2).join('-')

interface Candidate {
  id: number
  title: string
  opdb: string
  arena: string
}

/** Ways to find a machine, the surest first. */
const ways: ((of: EventMachine, candidate: Candidate) => boolean)[] = [
  ({ venuemachine }, { id }) => venuemachine === id,
  ({ id, name }, { arena }) => arena !== '' && (fold(id) === arena || fold(name) === arena),
  ({ opdb_id }, { arena, opdb }) => arena === '' && !!opdb_id && opdb_id === opdb,
  ({ opdb_id }, { arena, opdb }) =>
    arena === '' &&
    !!opdb_id &&
    opdb.includes('-') &&
    opdb_id.includes('-') &&
    withoutAlias(opdb_id) === withoutAlias(opdb),
  ({ name }, { arena, title }) => arena === '' && fold(name) === title,
]

/**
 * Which machine of the venue, by its id, each machine of the tournament is: by its id here, by what the owner says the tournament calls
 * it, by its OPDB id, by its title. Where two are alike in any of them, neither is taken: a score must not stand at somebody else's
 * name.
 */
export function joinMachines(
  tournament: readonly EventMachine[],
  venue: readonly PlayedMachine[],
  named: readonly { venuemachine: number; arena: string }[],
): Map<string, number> {
  const arenas = new Map([...named].reverse().map(({ venuemachine, arena }) => [venuemachine, fold(arena)]))
  const candidates = venue.map(({ venuemachine: { id, machine } }) => ({
    id,
    title: fold(machine.name),
    opdb: machine.opdb_id ?? '',
    arena: arenas.get(id) ?? '',
  }))
  const joined = new Map<string, number>()
  const taken = new Set<number>()
  for (const isSame of ways) {
    const claims = tournament.map((machine) =>
      joined.has(machine.id) ? [] : candidates.filter((candidate) => isSame(machine, candidate)),
    )
    const found = tournament.flatMap((machine, at) => {
      const [only, other] = claims[at]!
      const isClear = only && !other && claims.filter((claim) => claim.includes(only)).length === 1
      return isClear && !taken.has(only.id) ? [{ machine, only }] : []
    })
    for (const { machine, only } of found) {
      joined.set(machine.id, only.id)
      taken.add(only.id)
    }
  }
  return joined
}
