import { command, read, write } from '@multiball/shared/client'
import { DeviceKey, Game, listOf, Machine, VenueMachine } from '@multiball/shared/schema'
import type {
  List,
  OwnMachineInput,
  OwnTitleInput,
  VenueMachineChange,
  VenueMachineInput,
} from '@multiball/shared/schema'
import * as v from 'valibot'

export interface VenueMachineQuery {
  owner?: number
  venue?: number
  limit?: number
  offset?: number
  /** part of the machine's or the venue's name */
  search?: string
}

/** Machines standing in venues. Throws ApiError. */
export const listVenueMachines = (query: VenueMachineQuery, signal?: AbortSignal): Promise<List<VenueMachine>> =>
  read('/api/venuemachine/', listOf(VenueMachine), { query: { ...query }, signal })

/**
 * Throws ApiError; 404 when there is none, and when it may not be seen.
 * @param key of a private board that shows it
 */
export const getVenueMachine = (id: number, signal?: AbortSignal, key?: string): Promise<VenueMachine> =>
  read(`/api/venuemachine/${id}/`, VenueMachine, { query: { key }, signal })

/** Machines of public boards that are being played, the most active one first. Tried once. Throws ApiError. */
export const listHotMachines = async (signal?: AbortSignal): Promise<VenueMachine[]> =>
  (await read('/api/venuemachine_hot/', listOf(VenueMachine), { signal, retries: 0 })).results

/** The newest game of a machine. Tried once. Throws ApiError; 404 when there is none, and when it may not be seen. */
export const getCurrentGame = (venueMachine: number, signal?: AbortSignal): Promise<Game> =>
  read(`/api/venuemachine/${venueMachine}/current/`, Game, { signal, retries: 0 })

/** What an owner does with a machine. All throw ApiError. */
export const ownMachines = {
  add: (input: VenueMachineInput): Promise<VenueMachine> => write('post', '/api/venuemachine/', input, VenueMachine),
  /** Throws ApiError; 400 has errors of name, manufacturer and year. */
  addOwn: (input: OwnMachineInput): Promise<VenueMachine> =>
    write('post', '/api/venuemachine/own/', input, VenueMachine),
  /** changes the description of a title of one's own; answers the one of the catalogue where that has it. 400 as above */
  rename: (title: number, input: OwnTitleInput): Promise<Machine> =>
    write('put', `/api/machines/${title}/`, input, Machine),
  /** says whether other people's leaderboards count it */
  change: (id: number, change: VenueMachineChange): Promise<VenueMachine> =>
    write('patch', `/api/venuemachine/${id}/`, change, VenueMachine),
  /** takes it out of its venue; its scores stay */
  retire: (id: number): Promise<void> => command('delete', `/api/venuemachine/${id}/`),
  /** puts the device that shows this code on it; 400 with `fields.shortcode`, 409 when it has one */
  pair: async (id: number, shortcode: string): Promise<void> =>
    void (await write('post', `/api/venuemachine/${id}/pair/`, { shortcode }, Paired)),
  unpair: async (id: number): Promise<void> =>
    void (await write('post', `/api/venuemachine/${id}/unpair/`, {}, Paired)),
  /** a new device key, which is told this once, in place of the one before */
  makeKey: async (id: number): Promise<string> =>
    (await write('post', `/api/venuemachine/${id}/device_key/`, {}, DeviceKey)).key,
  revokeKey: (id: number): Promise<void> => command('delete', `/api/venuemachine/${id}/device_key/`),
}

const Paired = v.object({ paired: v.boolean() })
