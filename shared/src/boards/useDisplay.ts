import type { BoardType } from '@multiball/shared/schema'
import { useAtomValue, useStore } from 'jotai'
import { useEffect } from 'react'
import { displayAtom, startDisplay, type DisplayState } from './displayState'

/** The display of a board type, loaded when a component first asks for it. */
export function useDisplay<Type extends BoardType>(type: Type): DisplayState<Type> {
  const store = useStore()
  useEffect(() => void startDisplay(store, type), [store, type])
  return useAtomValue(displayAtom(type))
}
