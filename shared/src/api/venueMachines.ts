import { listOf, VenueMachine } from '@multiball/shared/schema'
import type { List } from '@multiball/shared/schema'
import { read } from './client'

export interface VenueMachineQuery {
  owner?: number
  limit?: number
  /** part of the machine's or the venue's name */
  search?: string
}

/** Machines standing in venues. Throws ApiError. */
export const listVenueMachines = (query: VenueMachineQuery, signal?: AbortSignal): Promise<List<VenueMachine>> =>
  read('/api/venuemachine/', listOf(VenueMachine), { query: { ...query }, signal })

/** Throws ApiError; 404 when there is none. */
export const getVenueMachine = (id: number, signal?: AbortSignal): Promise<VenueMachine> =>
  read(`/api/venuemachine/${id}/`, VenueMachine, { signal })
