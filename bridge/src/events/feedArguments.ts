import { UsageError } from '../options'

/** What both programs that post to an eventboard are told about it. */
export const feedOptions = {
  server: { type: 'string' },
  board: { type: 'string' },
  feed: { type: 'string' },
  key: { type: 'string' },
} as const

interface FeedValues {
  server?: string
  board?: string
  feed?: string
  key?: string
}

/** @throws UsageError */
export function feedAddress({ server, board, feed }: FeedValues, usage: string): string {
  const given = feed ?? server
  if (given === undefined || (feed === undefined && !/^[1-9]\d{0,9}$/.test(board ?? ''))) throw new UsageError(usage)
  if (!/^https?:\/\/./.test(given) || !URL.canParse(given))
    throw new UsageError(`"${given}" is not an address: http:// or https:// is expected.`)
  return feed ?? new URL(`/api/board/eventboard/${board}/feed/event/`, given).href
}

/** @throws UsageError */
export function feedKey({ key = process.env.MULTIBALL_FEED_KEY }: FeedValues, usage: string): string {
  if (!key) throw new UsageError(usage)
  return key
}
