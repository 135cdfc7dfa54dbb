import type { StreamControlChange } from '@multiball/shared/schema'

/** Made up for this page, not for the tab: a tab that is duplicated is a panel of its own. There is no crypto.randomUUID on a page without https. */
const id = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, '0')).join('')
let count = 0

/** A change as it is sent, so that the server ignores it once it has taken one that this page sent later. */
export const numbered = (change: StreamControlChange): StreamControlChange & { panel: { id: string; count: number } } => ({ ...change, panel: { id, count: (count += 1) } })
