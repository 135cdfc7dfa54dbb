/** A machine while it is chosen. */
export interface MachineItem {
  venuemachine: number | null
  arena: string
}

export const mostMachines = 60

/** All own machines after those that a board has, each once and as many as find room, and what is said of it. @param own ids of machines */
export function withAllMachines(
  before: readonly MachineItem[],
  own: readonly number[],
): { items: MachineItem[]; said: string } {
  const kept = before.filter(({ venuemachine }) => venuemachine !== null)
  const missing = own.filter((id) => !kept.some(({ venuemachine }) => venuemachine === id))
  const room = mostMachines - kept.length
  const left = missing.length > room ? ` ${missing.length - room} left out: a board takes ${mostMachines}.` : ''
  return {
    items: [...kept, ...missing.slice(0, room).map((id) => ({ venuemachine: id, arena: '' }))],
    said: missing.length === 0 ? 'All your machines are here.' : `${Math.min(missing.length, room)} added.${left}`,
  }
}
