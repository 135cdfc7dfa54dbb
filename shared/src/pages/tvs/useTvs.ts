import { allRows, tvs } from '@multiball/shared/api'
import { useRead } from '@multiball/shared/queries'

const againMs = 5_000
const pageSize = 100

/** The owner's TVs by name; with `isLive` kept up to date while the page is in view. `isAsked` false asks nothing. */
export const useTvs = (isLive: boolean, isAsked = true) =>
  useRead(isAsked ? ['tvs'] : undefined, (signal) => allRows((offset) => tvs.list({ limit: pageSize, offset }, signal)), { everyMs: isLive ? againMs : undefined })
