/** Whether a game goes on is never left open: nothing in its place is a mistake. */
const decisive = ['active']

const isUnknown = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '')

/** The fields of a body or query without those that say nothing: some clients send null, or no text, for what they do not know. */
export function leaveOutUnknown(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return fields
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => decisive.includes(name) || !isUnknown(value)))
}
