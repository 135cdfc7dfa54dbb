import { boards, type BoardOf } from '@multiball/shared/api'
import type { SaveGuard } from '@multiball/shared/forms'
import type { BoardType } from '@multiball/shared/schema'
import { useCallback, useRef } from 'react'

export const changedElsewhere = (kind: string) =>
  `This ${kind} was changed somewhere else since you opened it. Update it again to replace that change with yours.`

/** What an owner edits of a board; who made it and its key may change meanwhile. */
const contentOf = ({ user_roles: _roles, viewer_key: _key, ...content }: BoardOf) => JSON.stringify(content)

/** Whether all of this is stored already. */
const holds = (stored: object, values: object) => {
  const fields = new Map<string, unknown>(Object.entries(stored))
  return Object.entries(values).every(([name, value]) => JSON.stringify(value) === JSON.stringify(fields.get(name)))
}

/**
 * Says so, once for each change, when a board is no longer stored as it was when its form opened: another tab or
 * another person saved it. A board that cannot be read is nothing against saving: the save says what is wrong.
 * What is to be saved may be stored by now, where the answer to the last attempt was lost: that is no change of somebody else.
 * @param opened as the form shows it
 * @param kind as in sentences, such as scoreboard
 */
export function useChangedElsewhere(type: BoardType, opened: BoardOf, kind: string): SaveGuard {
  const known = useRef(contentOf(opened))
  return useCallback(
    async (values) => {
      const stored = await boards(type)
        .get(opened.id)
        .catch(() => undefined)
      if (!stored || contentOf(stored) === known.current || (values && holds(stored, values))) return undefined
      known.current = contentOf(stored)
      return changedElsewhere(kind)
    },
    [type, opened.id, kind],
  )
}
