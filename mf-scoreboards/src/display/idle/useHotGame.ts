import { ClockContext } from '@multiball/shared/display'
import { useContext, useEffect, useState } from 'react'
import type { HotWatch } from './hotGame'
import { hotWorldOf } from './hotGameCalls'
import { pickImage } from './pickImage'
import { runHotGame } from './runHotGame'

/**
 * Watches hot games while a scoreboard idles; undefined while it does not.
 * @param idling names this idling, another one begins anew
 * @param type `idle_hotgame_type`
 */
export function useHotGame(idling: string | undefined, type: number): HotWatch | undefined {
  const clock = useContext(ClockContext)
  const [told, setTold] = useState<{ idling: string; watch: HotWatch }>()
  useEffect(() => {
    if (idling === undefined) return
    return runHotGame(hotWorldOf(clock), pickImage(type, Math.random), (watch) => setTold({ idling, watch }))
  }, [clock, idling, type])
  return told && told.idling === idling ? told.watch : undefined
}
