import { command, read, write } from '@multiball/shared/client'
import { AddedMachines, DeviceKey, listOf, MachineList, Venue } from '@multiball/shared/schema'
import type { AddedMachinesInput, ListedMachine, MachineListInput, VenueInput } from '@multiball/shared/schema'
import { allRows } from './allRows'

const limit = 100

/** The owner's venues. All throw ApiError. */
export const venues = {
  list: (owner: number, signal?: AbortSignal): Promise<Venue[]> =>
    allRows((offset) => read('/api/venue/', listOf(Venue), { query: { owner, limit, offset }, signal })),
  get: (id: number, signal?: AbortSignal): Promise<Venue> => read(`/api/venue/${id}/`, Venue, { signal }),
  create: (input: VenueInput): Promise<Venue> => write('post', '/api/venue/', input, Venue),
  update: (id: number, input: VenueInput): Promise<Venue> => write('put', `/api/venue/${id}/`, input, Venue),
  /** takes its machines along; their scores stay */
  remove: (id: number): Promise<void> => command('delete', `/api/venue/${id}/`),
  /** reads a list of machines, and adds nothing; 400 with `fields` of `location`, `text` and `file` */
  readMachines: async (id: number, input: MachineListInput): Promise<ListedMachine[]> =>
    (await write('post', `/api/venue/${id}/machine_list/`, input, MachineList)).machines,
  /** adds those that do not stand there; answers how many came */
  addMachines: async (id: number, machines: AddedMachinesInput['machines']): Promise<number> =>
    (await write('post', `/api/venue/${id}/machines/`, { machines }, AddedMachines)).added,
  /** a new key for final scores of all its machines, which is told this once, in place of the one before */
  makeKey: async (id: number): Promise<string> => (await write('post', `/api/venue/${id}/key/`, {}, DeviceKey)).key,
  revokeKey: (id: number): Promise<void> => command('delete', `/api/venue/${id}/key/`),
}
