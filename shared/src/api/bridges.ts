import { command, read, write } from '@multiball/shared/client'
import { Bridge, Bridges } from '@multiball/shared/schema'
import type { BridgeInput } from '@multiball/shared/schema'

/** What an owner does with bridges. All throw ApiError. */
export const bridges = {
  list: async (signal?: AbortSignal): Promise<Bridge[]> => (await read('/api/bridge/', Bridges, { signal })).bridges,
  /** takes the bridge that shows the code; 400 with `fields.code` */
  add: (input: BridgeInput): Promise<Bridge> => write('post', '/api/bridge/', input, Bridge),
  remove: (id: number): Promise<void> => command('delete', `/api/bridge/${id}/`),
}
