import { displayAtom } from '@multiball/shared/boards'
import { boardAtom, type BoardAddress } from '@multiball/shared/live'
import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'

const never = atom(false)

/**
 * True once there is something to see of a board: its display and its settings.
 * @param board is mounted somewhere, which keeps it up to date; undefined is not showable
 */
export function useIsShowable(board: BoardAddress | undefined): boolean {
  const { type, id, key } = board ?? {}
  const isShowable = useMemo(() => {
    if (type === undefined || id === undefined) return never
    return atom((get) => {
      const { phase, bootstrap } = get(boardAtom({ type, id, key }))
      return phase === 'ready' && bootstrap !== undefined && get(displayAtom(type)).type === 'ready'
    })
  }, [type, id, key])
  return useAtomValue(isShowable)
}
