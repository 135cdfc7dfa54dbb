import type { Scoreboard } from '@multiball/shared/schema'
import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'
import { loadMachines, type Machines } from './loadMachines'

/** Kept for the page's life, so that coming back to the list shows them at once. */
const machinesAtom = atom<{ owner: number; machines: Machines } | undefined>(undefined)

/** The machines of an owner's boards by id; undefined until they are known. */
export function useMachines(boards: readonly Scoreboard[], owner: number): Machines | undefined {
  const [known, setKnown] = useAtom(machinesAtom)
  useEffect(() => {
    const controller = new AbortController()
    loadMachines(owner, boards, controller.signal).then(
      (machines) => setKnown({ owner, machines }),
      () => {},
    )
    return () => controller.abort()
  }, [owner, boards, setKnown])
  return known?.owner === owner ? known.machines : undefined
}
