import { read } from '@multiball/shared/client'
import { Game, listOf, VenueMachine } from '@multiball/shared/schema'

/** Machines of public boards that are being played, the most active one first. Tried once. Throws ApiError. */
export const listHotMachines = async (signal?: AbortSignal): Promise<VenueMachine[]> =>
  (await read('/api/venuemachine_hot/', listOf(VenueMachine), { signal, retries: 0 })).results

/** The newest game of a machine. Tried once. Throws ApiError; 404 when there is none, and when it may not be seen. */
export const getCurrentGame = (venueMachine: number, signal?: AbortSignal): Promise<Game> =>
  read(`/api/venuemachine/${venueMachine}/current/`, Game, { signal, retries: 0 })
