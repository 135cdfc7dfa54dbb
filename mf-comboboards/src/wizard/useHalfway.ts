import { generalFailure } from '@multiball/shared/client'
import { useState } from 'react'
import { settled } from './createBoards'
import { clearHalfway, readHalfway, storeHalfway, type Halfway } from './halfway'
import { removeBoards } from './removeBoards'

export interface Removal {
  at: number
  total: number
}

/** What the wizard left behind when it stopped half way, and the way to take that back. */
export function useHalfway(owner: number) {
  const [halfway, setHalfway] = useState(() => readHalfway(owner))
  const [removal, setRemoval] = useState<Removal>()
  const [failure, setFailure] = useState<string>()
  const [isRemoved, setRemoved] = useState(false)

  /** Nothing made, and nothing that might have been: there is nothing to tell. */
  const keep = (next: Halfway | undefined) => {
    const worthTelling = next && (next.made.length > 0 || next.unsure) ? next : undefined
    if (worthTelling) storeHalfway(owner, worthTelling)
    else clearHalfway(owner)
    setHalfway(worthTelling)
    setFailure(undefined)
    setRemoved(false)
  }

  const remove = async () => {
    if (!halfway || removal) return
    setRemoval({ at: 0, total: halfway.made.length })
    try {
      const known = await settled(halfway, owner)
      const { left, cause } = await removeBoards(known.made, (at) => setRemoval({ at, total: known.made.length }))
      const removed = known.made.length - left.length
      keep({ ...known, made: left })
      if (left.length === 0) setRemoved(true)
      else setFailure(`${removed} of ${known.made.length} were removed; the others are still there. ${cause instanceof Error ? cause.message : generalFailure}`)
    } catch (cause) {
      setFailure(cause instanceof Error ? cause.message : generalFailure)
    } finally {
      setRemoval(undefined)
    }
  }

  return { halfway, keep, removal, failure, isRemoved, remove: () => void remove() }
}
