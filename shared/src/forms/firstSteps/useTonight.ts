import { getTonight } from '@multiball/shared/api'
import { useRead, type Read } from '@multiball/shared/queries'
import type { Tonight } from '@multiball/shared/schema'
import { browserTimeZone } from '../fields/timeZones'

/** What goes on at the owner's machines and TVs; what is known is there at once. @param everyMs asks again so often while the page is in view */
export const useTonight = (everyMs?: number): Read<Tonight> => useRead(['tonight'], (signal) => getTonight(browserTimeZone() ?? undefined, signal), { isKept: true, everyMs })
