import type { VenueMachine } from '@multiball/shared/schema'

/** What sends for a machine, in the owner's words. */
export function senderWords({ has_device, has_key }: Pick<VenueMachine, 'has_device' | 'has_key'>): string {
  if (has_device && has_key) return 'Device and key'
  if (has_device) return 'Device paired'
  return has_key ? 'Device key' : 'Not connected'
}
