import { useEffect, useRef, useState } from 'react'
import { choiceKey, getBoard, listOthersBoards, listOwnBoards, matching, type BoardChoice } from './boardChoices'
import { isFilled, type BoardScreenType, type Screen } from './screens'

export interface BoardChoices {
  /** undefined until the owner's boards are known */
  own: readonly BoardChoice[] | undefined
  /** true once they could not be read */
  isFailed: boolean
  /** the board of a screen; undefined while it is not known */
  of(screen: Screen): BoardChoice | undefined
  /** what to offer for a text: the owner's boards of a type, and once something is typed others' public ones. Throws ApiError. */
  find(type: BoardScreenType, text: string, signal: AbortSignal): Promise<BoardChoice[]>
}

type OwnBoards = { type: 'loading' } | { type: 'failed' } | { type: 'ready'; choices: BoardChoice[] }

const keyOf = ({ item_type, item_id }: Screen) => choiceKey(item_type, item_id)

/** The boards that these screens show, and those that they could. */
export function useBoardChoices(owner: number, screens: readonly Screen[]): BoardChoices {
  const [own, setOwn] = useState<OwnBoards>({ type: 'loading' })
  const [known, setKnown] = useState<ReadonlyMap<string, BoardChoice>>(new Map())
  const others = useRef(new Map<BoardScreenType, Promise<BoardChoice[]>>())
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
    for (const screen of screens) {
      const { item_type: type, item_id: id } = screen
      const key = keyOf(screen)
      if (type === 'slideshowimage' || !isFilled(screen) || known.has(key) || asked.current.has(key)) continue
      asked.current.add(key)
      // Its place stays where it cannot be read; the server has the last word when saving.
      void getBoard(type, id, owner).then(
        (choice) => remember([choice]),
        () => remember([nameless(type, id)]),
      )
    }
  }, [owner, own, known, screens])

  const theirs = async (type: BoardScreenType) => {
    const asking = others.current.get(type) ?? listOthersBoards(type, owner)
    others.current.set(type, asking)
    return asking.catch((cause: unknown) => {
      others.current.delete(type)
      throw cause
    })
  }

  return {
    own: own.type === 'ready' ? own.choices : undefined,
    isFailed: own.type === 'failed',
    of: (screen) => known.get(keyOf(screen)),
    find: async (type, text, signal) => {
      const mine = (own.type === 'ready' ? own.choices : await listOwnBoards(owner, signal)).filter((choice) => choice.type === type)
      if (!text) return mine
      const found = matching([...mine, ...(await theirs(type))], text)
      remember(found)
      return found
    },
  }
}

const nameless = (type: BoardScreenType, id: number): BoardChoice => ({
  type, id, title: `This ${type} cannot be read`, isPublic: true, viewerKey: undefined, ownerName: undefined,
})
