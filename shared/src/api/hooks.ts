import { command, read, write } from '@multiball/shared/client'
import { Hook, HookDeliveries, HookWithSecret, listOf } from '@multiball/shared/schema'
import type { HookDelivery, HookInput } from '@multiball/shared/schema'

/** What an owner does with webhooks. All throw ApiError. */
export const hooks = {
  list: async (signal?: AbortSignal): Promise<Hook[]> => (await read('/api/hook/', listOf(Hook), { signal })).results,
  /** Throws ApiError with `fields`. */
  add: (input: HookInput): Promise<HookWithSecret> => write('post', '/api/hook/', input, HookWithSecret),
  remove: (id: number): Promise<void> => command('delete', `/api/hook/${id}/`),
  renewSecret: (id: number): Promise<HookWithSecret> => write('post', `/api/hook/${id}/secret/`, {}, HookWithSecret),
  test: (id: number): Promise<void> => command('post', `/api/hook/${id}/test/`),
  /** The last fifty, the newest first. */
  deliveries: async (id: number, signal?: AbortSignal): Promise<HookDelivery[]> =>
    (await read(`/api/hook/${id}/delivery/`, HookDeliveries, { signal })).results,
}
