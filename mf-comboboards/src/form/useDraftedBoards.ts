import { getBootstrap } from '@multiball/shared/api'
import { boardKey } from '@multiball/shared/forms'
import type { BootstrapOf } from '@multiball/shared/schema'
import { useEffect, useRef, useState } from 'react'
import type { Item } from './comboboardDraft'
import type { SamplePart, SampleState } from './sampleBoards'

type Drafted = { part: SamplePart; state: SampleState }

interface ChosenItem {
  item_type: string
  item_id: number
}

const isChosen = (item: Item): item is Item & ChosenItem => item.item_id !== null
const keyOf = ({ item_type: type, item_id: id }: ChosenItem) => boardKey({ type, id })

/** What stands in the place of a board that is not chosen, not read yet, or cannot be read. */
const noted = ({ item_type, item_id }: Item, order: number, error: string): Drafted => {
  const place = { item_type, item_id: item_id ?? 1_000_000 + order, order, error }
  return { part: place, state: place }
}

async function read({ item_type, item_id }: ChosenItem): Promise<Drafted> {
  const place = { item_id, order: 0 }
  switch (item_type) {
    case 'scoreboard': {
      const { scores, ...bootstrap } = await getBootstrap('scoreboard', item_id)
      return {
        part: { ...place, item_type: 'scoreboard', bootstrap },
        state: { ...place, item_type: 'scoreboard', sessions: scores.data },
      }
    }
    case 'leaderboard': {
      const { scores, ...bootstrap } = await getBootstrap('leaderboard', item_id)
      return {
        part: { ...place, item_type: 'leaderboard', bootstrap },
        state: { ...place, item_type: 'leaderboard', data: scores.data },
      }
    }
    default: {
      const { scores, ...bootstrap } = (await getBootstrap(item_type, item_id)) as BootstrapOf<'custom'>
      return { part: { ...place, item_type, bootstrap }, state: { ...place, item_type, feeds: scores.feeds } }
    }
  }
}

/** The boards of the draft as they are now, each read once; the same board twice is shown once. */
export function useDraftedBoards(items: readonly Item[]): Drafted[] {
  const [boards, setBoards] = useState<ReadonlyMap<string, Drafted | undefined>>(new Map())
  const asked = useRef(new Set<string>())
  useEffect(() => {
    for (const item of items.filter(isChosen)) {
      const name = keyOf(item)
      if (asked.current.has(name)) continue
      asked.current.add(name)
      const keep = (board: Drafted | undefined) => setBoards((before) => new Map(before).set(name, board))
      void read(item).then(keep, () => keep(undefined))
    }
  }, [items])

  return items.map((item, order) => {
    const name = isChosen(item) ? keyOf(item) : undefined
    const isRepeated = items.slice(0, order).some((other) => isChosen(other) && keyOf(other) === name)
    if (name === undefined || isRepeated) return noted({ ...item, item_id: null }, order, `Item ${order + 1}`)
    const board = boards.get(name)
    if (!board) return noted(item, order, boards.has(name) ? 'This board cannot be read' : 'Waiting for data...')
    return { part: { ...board.part, order }, state: { ...board.state, order } }
  })
}
