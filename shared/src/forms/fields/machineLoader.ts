import { listVenueMachines } from '@multiball/shared/api'
import type { VenueMachine } from '@multiball/shared/schema'

const ownLimit = 500
const searchLimit = 100

/**
 * Answers the machines to choose from for what was typed, found by machine or venue: the owner's own first, then
 * those of other venues; without text only the own ones. Own machines are read once. Throws ApiError.
 */
export function machineLoader(owner: number): (text: string, signal: AbortSignal) => Promise<VenueMachine[]> {
  let own: Promise<VenueMachine[]> | undefined
  const loadOwn = () => {
    own ??= listVenueMachines({ owner, limit: ownLimit }).then(
      ({ results }) => results,
      (error: unknown) => {
        own = undefined
        throw error
      },
    )
    return own
  }
  return async (text, signal) => {
    const searched = text.trim()
    if (!searched) return loadOwn()
    const [mine, { results }] = await Promise.all([
      loadOwn(),
      listVenueMachines({ search: searched, limit: searchLimit }, signal),
    ])
    const ownIds = new Set(mine.map(({ id }) => id))
    const isFound = (machine: VenueMachine) =>
      results.some(({ id }) => id === machine.id) || names(machine).includes(searched.toLocaleLowerCase())
    return [...mine.filter(isFound), ...results.filter(({ id }) => !ownIds.has(id))]
  }
}

const names = ({ machine, venue }: VenueMachine) => `${machine.name} ${venue.name}`.toLocaleLowerCase()
