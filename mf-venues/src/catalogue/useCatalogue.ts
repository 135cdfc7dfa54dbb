import { listMachineGroups, listMachines } from '@multiball/shared/api'
import type { Machine, MachineGroup } from '@multiball/shared/schema'
import { useEffect, useState } from 'react'
import { useRead, useSettled, type Read } from '@multiball/shared/queries'

const limit = 5_000
const debounceMs = 500

interface Found {
  /** the text that was searched for */
  text: string
  machines: Machine[]
}

interface CatalogueState {
  /** undefined until the first answer */
  found: Found | undefined
  groups: readonly MachineGroup[]
  /** true while the newest text is not answered */
  isSearching: boolean
  /** of the newest text */
  read: Read<unknown>
}

/** The machines that fit a text, the best first, asked for once nothing was typed for half a second. What was found before stays meanwhile. */
export function useCatalogue(typed: string): CatalogueState {
  const text = useSettled(typed.trim(), debounceMs)
  const read = useRead(['catalogue', text], (signal) => findMachines(text, signal))
  const machines = read.loaded
  const groups = useRead(
    ['machineGroups'],
    async (signal) => (await listMachineGroups({ limit }, signal)).results,
  ).loaded
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    if (machines.type === 'ready') setFound(machines.value)
  }, [machines])
  return {
    found,
    groups: groups.type === 'ready' ? groups.value : [],
    isSearching: typed.trim() !== text || machines.type === 'loading',
    read,
  }
}

async function findMachines(text: string, signal: AbortSignal): Promise<Found> {
  const { results } = await listMachines({ search: text || undefined, limit }, signal)
  // Without groups every entry is a machine.
  return {
    text,
    machines: results.flatMap(({ id, ...machine }) => (typeof id === 'number' ? [{ ...machine, id }] : [])),
  }
}
