import type { Clock } from '@multiball/shared/display'
import type { Game, VenueMachine } from '@multiball/shared/schema'
import { beginHotWatch, stepHotWatch, type HotEvent, type HotStep, type HotTask, type HotWatch, type PickImage } from './hotGame'

/** Everything outside that watching hot games touches; a test gives its own. */
export interface HotWorld {
  clock: Clock
  /** @throws when the list cannot be read */
  listHotMachines(signal: AbortSignal): Promise<VenueMachine[]>
  /** @throws when the game cannot be read */
  getCurrentGame(machine: number, signal: AbortSignal): Promise<Game>
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
