import { getCounts } from '@multiball/shared/api'
import { boardTypes } from '@multiball/shared/client'
import { useRead } from '@multiball/shared/queries'
import { changesAtom, reachAtom } from '@multiball/shared/session'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import type { NavigationEntry } from '../remotes/listSections'

/** Often enough to notice soon that the server is gone, or back. */
const everyMs = { reached: 20_000, lost: 3_000 }
/** After a change: several in a row are counted once, and after one that ended the account nobody asks any more. */
const settledMs = 300

/** How many of the user's own things stand behind a section; undefined where nothing is counted, or not known yet. Asked again when something was made or removed. */
export function useCounts(): (section: NavigationEntry) => number | undefined {
  const reach = useAtomValue(reachAtom).type
  const changes = useAtomValue(changesAtom)
  const { loaded, refresh } = useRead(['counts'], getCounts, { isKept: true, everyMs: everyMs[reach] })
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  useEffect(() => {
    if (changes === 0) return
    const timer = setTimeout(() => void latest.current(), settledMs)
    return () => clearTimeout(timer)
  }, [changes])

  return ({ path, counts }) => {
    if (loaded.type !== 'ready') return undefined
    if (counts) return loaded.value[counts]
    const type = boardTypes().find(({ listPath }) => listPath === path)?.type
    return type === undefined ? undefined : (loaded.value.boards[type] ?? 0)
  }
}
