import { ClockContext } from '@multiball/shared/display'
import { useContext, useEffect, useState } from 'react'
import { pickImage } from '../useImages'
import {
  beginHotWatch,
  stepHotWatch,
  type HotEvent,
  type HotStep,
  type HotTask,
  type HotWatch,
  type PickImage,
} from './hotGame'
import { hotWorldOf, type HotWorld } from './hotGameCalls'

/**
 * Watches hot games while a scoreboard idles; undefined while it does not.
 * @param idling names this idling, another one starts over
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

/**
 * Watches hot games by the rules of hotGame.ts and tells of each step.
 * @returns ends it: no timer and no request is left
 */
export function runHotGame(world: HotWorld, pick: PickImage, tell: (watch: HotWatch) => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let cancelWait = () => {}

  const ask = (task: Exclude<HotTask, { type: 'wait' }>): Promise<HotEvent> =>
    task.type === 'find'
      ? world.listHotMachines(signal).then((machines) => ({ type: 'found', machines }))
      : world.getCurrentGame(task.machine, signal).then((game) => ({ type: 'read', game }))

  function go({ watch, task }: HotStep) {
    const happen = (event: HotEvent) => {
      if (!signal.aborted) go(stepHotWatch(watch, event, pick))
    }
    tell(watch)
    if (task.type === 'wait') cancelWait = world.clock.after(task.ms, () => happen({ type: 'waited' }))
    else ask(task).then(happen, () => happen({ type: 'failed' }))
  }

  go(beginHotWatch(pick))
  return () => {
    ended.abort()
    cancelWait()
  }
}
