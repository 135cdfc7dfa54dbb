import type { Game, VenueMachine } from '@multiball/shared/schema'

/** What stands on the screen of a scoreboard that shows hot games when idle. */
type Showing =
  | { type: 'scoreboard' }
  | { type: 'game'; machine: VenueMachine; game: Game }
  /** index of idleImages, never 0 */
  | { type: 'image'; image: number }

export interface HotWatch {
  shows: Showing
  /**
   * resting: idle since a moment; looking: asks where is something going on; trying, polling: asks for the game of the
   * first machine; watching: shows it; resigned: nothing is going on; picturing: shows the idle image
   */
  doing: 'resting' | 'looking' | 'trying' | 'watching' | 'polling' | 'resigned' | 'picturing'
  /** not tried yet, behind the one that is tried or watched */
  machines: readonly VenueMachine[]
  /** polls in a row that found the game as it was */
  quietPolls: number
  /** the image that was shown last; undefined before the first */
  lastImage: number | undefined
  /** the image that is shown next, so that it can be there before */
  nextImage: number
}

export type HotEvent =
  | { type: 'waited' }
  | { type: 'found'; machines: readonly VenueMachine[] }
  | { type: 'read'; game: Game }
  /** the answer that was asked for did not come */
  | { type: 'failed' }

/** What is to be done next; its outcome is the next event. */
export type HotTask = { type: 'wait'; ms: number } | { type: 'find' } | { type: 'read'; machine: number }

export interface HotStep {
  watch: HotWatch
  task: HotTask
}

/** Chooses the next idle image after `last`. */
export type PickImage = (last: number | undefined) => number

const restMs = 10_000
const pollMs = 5_000
const resignedMs = 10_000
const imageMs = 20_000
/** A game that stood still for a minute may have been left: hot is what was heard of in the last minute. */
const mostQuietPolls = 60_000 / pollMs

const wait = (ms: number): HotTask => ({ type: 'wait', ms })
const scoreboard: Showing = { type: 'scoreboard' }

export function beginHotWatch(pick: PickImage): HotStep {
  const watch: HotWatch = {
    shows: scoreboard,
    doing: 'resting',
    machines: [],
    quietPolls: 0,
    lastImage: undefined,
    nextImage: pick(undefined),
  }
  return { watch, task: wait(restMs) }
}

const look = (watch: HotWatch): HotStep => ({ watch: { ...watch, doing: 'looking' }, task: { type: 'find' } })

/** Asks for the first machine's game; what is on the screen stays until it is known. */
function tryNext(watch: HotWatch): HotStep {
  const [machine] = watch.machines
  if (machine) return { watch: { ...watch, doing: 'trying' }, task: { type: 'read', machine: machine.id } }
  return { watch: { ...watch, doing: 'resigned', shows: scoreboard }, task: wait(resignedMs) }
}

const dropFirst = (watch: HotWatch): HotStep => tryNext({ ...watch, machines: watch.machines.slice(1) })

function picture(watch: HotWatch, pick: PickImage): HotStep {
  const image = watch.nextImage
  return {
    watch: {
      ...watch,
      doing: 'picturing',
      shows: { type: 'image', image },
      machines: [],
      lastImage: image,
      nextImage: pick(image),
    },
    task: wait(imageMs),
  }
}

const isSame = ({ shows }: HotWatch, game: Game) =>
  shows.type === 'game' && JSON.stringify(shows.game) === JSON.stringify(game)

function read(watch: HotWatch, game: Game): HotStep {
  const [machine] = watch.machines
  if (!machine || game.settled_on) return dropFirst(watch)
  const quietPolls = watch.doing === 'polling' && isSame(watch, game) ? watch.quietPolls + 1 : 0
  const next: HotWatch = { ...watch, doing: 'watching', shows: { type: 'game', machine, game }, quietPolls }
  return quietPolls < mostQuietPolls ? { watch: next, task: wait(pollMs) } : look(next)
}

function waited(watch: HotWatch, pick: PickImage): HotStep {
  const [machine] = watch.machines
  switch (watch.doing) {
    case 'watching':
      return machine
        ? { watch: { ...watch, doing: 'polling' }, task: { type: 'read', machine: machine.id } }
        : tryNext(watch)
    case 'resigned':
      return picture(watch, pick)
    default:
      return look(watch)
  }
}

/** What follows from the outcome of the last task. */
export function stepHotWatch(watch: HotWatch, event: HotEvent, pick: PickImage): HotStep {
  switch (event.type) {
    case 'waited':
      return waited(watch, pick)
    case 'found':
      return tryNext({ ...watch, machines: event.machines, quietPolls: 0 })
    case 'read':
      return read(watch, event.game)
    case 'failed':
      return watch.doing === 'looking' ? picture(watch, pick) : dropFirst(watch)
  }
}
