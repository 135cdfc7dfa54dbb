import { boardTypes } from '@multiball/shared/client'
import { useRead } from '@multiball/shared/queries'
import type { BoardType } from '@multiball/shared/schema'
import { useEffect, useMemo, useRef, useState } from 'react'
import { boardKey, getBoard, listOthersBoards, listOwnBoards, type BoardChoice, type BoardName } from './boardChoices'
import { matching } from './matching'

export type OwnBoards = { type: 'loading' } | { type: 'failed' } | { type: 'ready'; choices: BoardChoice[] }

/** The owner's boards. @param types default: every type that the registry knows */
export function useOwnBoards(owner: number, types?: readonly BoardType[]): OwnBoards {
  const asked = types ?? boardTypes().map(({ type }) => type)
  const { loaded } = useRead(['ownBoards', owner, ...asked], (signal) => listOwnBoards(asked, owner, signal))
  if (loaded.type === 'ready') return { type: 'ready', choices: loaded.value }
  return { type: loaded.type === 'loading' ? 'loading' : 'failed' }
}

/** A place of a draft that names a board; null names none yet, and another type something else. */
export interface BoardItem {
  item_type: string
  item_id: number | null
}

export interface BoardChoices {
  /** undefined until the owner's boards are known */
  own: readonly BoardChoice[] | undefined
  /** true once they could not be read */
  isFailed: boolean
  /** the board of an item, readable or not; undefined while it is not known */
  of(item: BoardItem): BoardChoice | undefined
  /** what to offer for a text: the owner's boards of these types, and once something is typed others' public ones. Throws ApiError. */
  find(text: string, signal: AbortSignal, among?: readonly BoardType[]): Promise<BoardChoice[]>
}

type Known = ReadonlyMap<string, BoardChoice>

const withBoards = (known: Known, choices: readonly BoardChoice[]): Known =>
  choices.length === 0
    ? known
    : new Map([...known, ...choices.map((choice): [string, BoardChoice] => [boardKey(choice), choice])])

const isRead = (choice: BoardChoice | undefined) => choice !== undefined && choice.failure === undefined

const titleAndOwner = ({ title, ownerName = '' }: BoardChoice) => `${title} ${ownerName}`

/**
 * The boards that the items of a draft name, and those that they could.
 * @param types the same array each time
 * @param wordsOf what a board is searched by
 */
export function useBoardChoices(
  types: readonly BoardType[],
  owner: number,
  items: readonly BoardItem[],
  wordsOf = titleAndOwner,
): BoardChoices {
  const own = useOwnBoards(owner, types)
  const ownChoices = own.type === 'ready' ? own.choices : undefined
  const mine = useMemo(() => withBoards(new Map(), ownChoices ?? []), [ownChoices])
  const [met, setMet] = useState<Known>(new Map())
  const others = useRef(new Map<string, Promise<BoardChoice[]>>())
  const asked = useRef(new Set<string>())

  const nameOf = ({ item_type, item_id: id }: BoardItem): BoardName | undefined => {
    const type = types.find((known) => known === item_type)
    return type && id ? { type, id } : undefined
  }

  /** Nothing is drawn again for those that are known. */
  const remember = (choices: readonly BoardChoice[]) =>
    setMet((before) =>
      withBoards(
        before,
        choices.filter((choice) => !mine.has(boardKey(choice)) && !isRead(before.get(boardKey(choice)))),
      ),
    )

  // After each drawing: those that are known or asked for are passed over.
  useEffect(() => {
    if (own.type === 'loading') return
    for (const name of items.map(nameOf)) {
      const key = name && boardKey(name)
      if (!key || mine.has(key) || met.has(key) || asked.current.has(key)) continue
      asked.current.add(key)
      // Its place stays where it cannot be read; the server has the last word when saving.
      void getBoard(name, owner).then((choice) => remember([choice]))
    }
  })

  /** Each text is asked for once; a failure may be tried again. */
  const askOthers = (type: BoardType, text: string): Promise<BoardChoice[]> => {
    const key = `${type} ${text}`
    const asking =
      others.current.get(key) ??
      listOthersBoards(type, owner, text).catch((cause: unknown) => {
        others.current.delete(key)
        throw cause
      })
    others.current.set(key, asking)
    return asking
  }

  return {
    own: ownChoices,
    isFailed: own.type === 'failed',
    of: (item) => {
      const name = nameOf(item)
      return name && (mine.get(boardKey(name)) ?? met.get(boardKey(name)))
    },
    find: async (text, signal, among = types) => {
      const offered =
        ownChoices?.filter(({ type }) => among.includes(type)) ?? (await listOwnBoards(among, owner, signal))
      if (!text) return offered
      const theirs = await Promise.all(among.map((type) => askOthers(type, text)))
      const found = matching([...offered, ...theirs.flat()], text, wordsOf)
      remember(found)
      return found
    },
  }
}
