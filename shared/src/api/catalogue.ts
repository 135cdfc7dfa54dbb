import { read } from '@multiball/shared/client'
import { CatalogueEntry, listOf, Machine, MachineGroup } from '@multiball/shared/schema'
import type { List } from '@multiball/shared/schema'

export interface CatalogueQuery {
  /** words of name, maker or year */
  search?: string
  /** one entry, its id 'g-…', for the editions of a title */
  groups?: boolean
  limit?: number
  offset?: number
}

/** Machine titles by name. Throws ApiError. */
export const listMachines = (query: CatalogueQuery, signal?: AbortSignal): Promise<List<CatalogueEntry>> =>
  read('/api/machines/', listOf(CatalogueEntry), { query: { ...query }, signal })

/** Throws ApiError; 404 when there is none. */
export const getMachine = (id: number, signal?: AbortSignal): Promise<Machine> =>
  read(`/api/machines/${id}/`, Machine, { signal })

/** Groups of machine titles by name. Throws ApiError. */
export const listMachineGroups = (
  query: { search?: string; limit?: number },
  signal?: AbortSignal,
): Promise<List<MachineGroup>> => read('/api/machinegroups/', listOf(MachineGroup), { query: { ...query }, signal })
