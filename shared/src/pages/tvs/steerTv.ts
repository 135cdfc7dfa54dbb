import { allRows, tvs } from '@multiball/shared/api'
import { failureWords } from '@multiball/shared/client'
import { useRead } from '@multiball/shared/queries'
import type { BoardType, Tv } from '@multiball/shared/schema'
import type { Notice } from '../notice'

export interface TitledBoard {
  type: BoardType
  id: number
  title: string
}

const askEveryMs = 250
const mostQuestions = 16

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Whether a TV says that it shows what it was told, within a few seconds. One that is offline is not waited for. */
async function isTaken({ id, is_online, is_shown }: Tv): Promise<boolean> {
  if (is_shown || !is_online) return Boolean(is_shown)
  for (let asked = 0; asked < mostQuestions; asked += 1) {
    await wait(askEveryMs)
    if ((await tvs.get(id).catch(() => undefined))?.is_shown) return true
  }
  return false
}

/** What to tell of a TV that was told to show a board. */
export async function outcome(tv: Tv, title: string): Promise<Notice> {
  if (await isTaken(tv)) return { text: `${tv.name} now shows ${title}`, tone: 'success' }
  const why = tv.is_online ? 'hasn’t answered yet' : 'is offline'
  return { text: `${tv.name} ${why}. It will show ${title} when it’s back.`, tone: 'success' }
}

/** Makes a board a TV's own, which ends what it follows. Throws ApiError. */
export async function putOn(tv: Tv, { type, id }: Pick<TitledBoard, 'type' | 'id'>): Promise<Tv> {
  const isOwn = tv.board?.type === type && tv.board.id === id
  // What a TV follows outlives changes that keep its own board, such as of its name.
  if (isOwn && tv.follows) return (await tvs.unfollow([tv.id]))[0] ?? tv
  return tvs.update(tv.id, { name: tv.name, board: { type, id } })
}

/** Puts a board on a TV. Answers what to tell, with the way back to what the TV showed. Throws ApiError. */
export async function showOnTv(
  tv: Tv,
  board: TitledBoard,
  tell: (notice: Notice | undefined) => void,
): Promise<Notice> {
  const put = await putOn(tv, board)
  const notice = await outcome(put, board.title)
  const before = shownBy(tv)
  return before ? withUndo(notice, tell, async () => outcome(await putBack(tv, put), before.title)) : notice
}

/** What a TV shows: the board that it follows, or else its own. */
export const shownBy = ({ board, follows }: Tv) => follows ?? board

/** The TV has the board of its own and follows the one that it had before. Throws ApiError. */
export async function putBack({ board: own, follows }: Tv, now: Tv): Promise<Tv> {
  const isChanged = own && !(own.type === now.board?.type && own.id === now.board.id)
  const back = isChanged ? await putOn(now, own) : now
  return follows
    ? ((await tvs.follow({ board: { type: follows.type, id: follows.id }, tvs: [now.id] }))[0] ?? back)
    : back
}

/** Puts a board on all of these TVs until it is over. Answers what to tell, with the way back. Throws ApiError. */
export async function showOnAll(
  found: readonly Tv[],
  { type, id, title }: TitledBoard,
  tell: (notice: Notice | undefined) => void,
): Promise<Notice> {
  const following = await tvs.follow({ board: { type, id }, tvs: found.map((tv) => tv.id) })
  const count = following.length === 1 ? '1 TV shows' : `${following.length} TVs show`
  return withUndo({ text: `${count} ${title} until it’s over`, tone: 'success' }, tell, async () => {
    await tvs.unfollow(following.map((tv) => tv.id))
    return {
      text: following.length === 1 ? 'The TV shows its own board again' : 'The TVs show their own boards again',
      tone: 'success',
    }
  })
}

function withUndo(notice: Notice, tell: (notice: Notice | undefined) => void, undo: () => Promise<Notice>): Notice {
  const onPress = async () => {
    tell(undefined)
    try {
      tell(await undo())
    } catch (error) {
      tell({ text: failureWords(error), tone: 'error' })
    }
  }
  return { ...notice, action: { label: 'Undo', onPress: () => void onPress() } }
}

const againMs = 5_000
const pageSize = 100

/** The owner's TVs by name; with `isLive` kept up to date while the page is in view. `isAsked` false asks nothing. */
export const useTvs = (isLive: boolean, isAsked = true) =>
  useRead(
    isAsked ? ['tvs'] : undefined,
    (signal) => allRows((offset) => tvs.list({ limit: pageSize, offset }, signal)),
    { everyMs: isLive ? againMs : undefined },
  )
