import { serverOf, UsageError } from '../options'
import { feedKeyFor } from '../signOn/feedKeyFor'

/** What both programs that post to an eventboard are told about it. */
export const feedOptions = {
  server: { type: 'string' },
  board: { type: 'string' },
  feed: { type: 'string' },
  key: { type: 'string' },
} as const

/** The lines of a usage that say what these are. */
export const feedUsage = `  --server      where Multiball is, such as https://boards.example; or set MULTIBALL_SERVER
  --board       id of the eventboard
  --key         the board's feed key; or set MULTIBALL_FEED_KEY, which other users of this computer do not see.
                Without one, the bridge prints a code to type in the dashboard: Venues, More beside the venue, Bridges;
                the key of the venue lies in the current folder
  --feed        in place of --server and --board: the whole address that the dashboard shows beside the key`

export type FeedValues = { [Name in keyof typeof feedOptions]?: string }

/** Where a program posts to, and with which key; without one it asks the owner of a board for it. */
export interface FeedPlace {
  address: string
  key: string | undefined
  asks: { server: string; board: number } | undefined
}

/** @throws UsageError with the usage where something is missing, otherwise with what is wrong */
export function feedPlace(
  { server, board, feed, key = process.env.MULTIBALL_FEED_KEY }: FeedValues,
  usage: string,
): FeedPlace {
  if (feed !== undefined) {
    if (!key) throw new UsageError('--feed goes with --key, which the dashboard shows beside that address.')
    return { address: serverOf(feed, usage), key, asks: undefined }
  }
  if (!/^[1-9]\d{0,9}$/.test(board ?? '')) throw new UsageError(usage)
  const asks = { server: serverOf(server, usage), board: Number(board) }
  return {
    address: new URL(`/api/board/eventboard/${board}/feed/event/`, asks.server).href,
    key: key || undefined,
    asks,
  }
}

/**
 * The key to post with. Undefined when the signal aborts before there is one.
 * @throws with a sentence where the server does not give one
 */
export const keyOf = async (
  { key, asks }: FeedPlace,
  running: Pick<Parameters<typeof feedKeyFor>[0], 'log' | 'pause' | 'signal'>,
): Promise<string | undefined> => key ?? feedKeyFor({ ...asks!, folder: process.cwd(), ...running })
