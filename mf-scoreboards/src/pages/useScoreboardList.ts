import { useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { listAtom } from './list'
import type { ListState } from './list'
import { loadMachines } from './loadMachines'
import { loadScoreboards } from './loadScoreboards'

export type LoadedList = { type: 'loading' } | { type: 'failed' } | { type: 'ready'; list: ListState }

/** The owner's list: what is known of it at once, and what the server says now. */
export function useScoreboardList(owner: number): LoadedList {
  const [known, setKnown] = useAtom(listAtom)
  const [isFailed, setFailed] = useState(false)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const load = async () => {
      const boards = await loadScoreboards(owner, signal)
      setKnown((before) => ({ owner, boards, machines: before?.owner === owner ? before.machines : undefined }))
      const machines = await loadMachines(owner, boards, signal)
      setKnown((now) => now && { ...now, machines })
    }
    load().catch(() => {
      if (!signal.aborted) setFailed(true)
    })
    return () => controller.abort()
  }, [owner, setKnown])

  if (isFailed) return { type: 'failed' }
  return known?.owner === owner ? { type: 'ready', list: known } : { type: 'loading' }
}
