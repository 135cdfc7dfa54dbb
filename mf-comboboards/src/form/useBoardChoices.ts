import { useEffect, useRef, useState } from 'react'
import { choiceKey, getBoard, listOthersBoards, listOwnBoards, matching, type BoardChoice } from './boardChoices'
import { hasBoard, type Item } from './items'

export interface BoardChoices {
  /** how many boards the owner has; undefined until known */
  ownCount: number | undefined
  /** the board of an item; undefined while it is not known */
  of(item: Item): BoardChoice | undefined
  /** what to offer for a text: the owner's boards, and once something is typed others' public ones. Throws ApiError. */
  find(text: string, signal: AbortSignal): Promise<BoardChoice[]>
}

type OwnBoards = { type: 'loading' } | { type: 'failed' } | { type: 'ready'; choices: BoardChoice[] }

const keyOf = ({ item_type, item_id }: Item) => choiceKey(item_type, item_id)

/** The boards that these items name, and those that they could. */
export function useBoardChoices(owner: number, items: readonly Item[]): BoardChoices {
  const [own, setOwn] = useState<OwnBoards>({ type: 'loading' })
  const [known, setKnown] = useState<ReadonlyMap<string, BoardChoice>>(new Map())
  const others = useRef<Promise<BoardChoice[]>>(undefined)
  const asked = useRef(new Set<string>())

  const remember = (choices: readonly BoardChoice[]) =>
    setKnown((before) => new Map([...before, ...choices.map((choice): [string, BoardChoice] => [choiceKey(choice.type, choice.id), choice])]))

  useEffect(() => {
    const controller = new AbortController()
    listOwnBoards(owner, controller.signal).then(
      (choices) => {
        remember(choices)
        setOwn({ type: 'ready', choices })
      },
      () => !controller.signal.aborted && setOwn({ type: 'failed' }),
    )
    return () => controller.abort()
  }, [owner])

  useEffect(() => {
    if (own.type === 'loading') return
    for (const item of items) {
      const key = keyOf(item)
      if (!hasBoard(item) || known.has(key) || asked.current.has(key)) continue
      asked.current.add(key)
      // Its place stays where it cannot be read; the server has the last word when saving.
      void getBoard(item, owner).then(
        (choice) => remember([choice]),
        () => remember([nameless(item)]),
      )
    }
  }, [owner, own, known, items])

  return {
    ownCount: own.type === 'ready' ? own.choices.length : undefined,
    of: (item) => known.get(keyOf(item)),
    find: async (text, signal) => {
      const mine = own.type === 'ready' ? own.choices : await listOwnBoards(owner, signal)
      if (!text) return mine
      others.current ??= listOthersBoards(owner)
      const theirs = await others.current.catch((cause: unknown) => {
        others.current = undefined
        throw cause
      })
      const found = matching([...mine, ...theirs], text)
      remember(found)
      return found
    },
  }
}

const nameless = ({ item_type: type, item_id: id }: Item): BoardChoice => ({ type, id, title: `This ${type} cannot be read`, ownerName: undefined })
