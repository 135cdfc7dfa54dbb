import { comboboards, leaderboards, scoreboards } from '@multiball/shared/api'
import { ApiError } from '@multiball/shared/client'
import { titleTaken } from '@multiball/shared/schema'
import type { Halfway } from './halfway'
import { comboboardOf, leaderboardOf, planSteps, scoreboardOf, type MadeBoard, type Step } from './plan'
import { readOwnTitles } from './ownTitles'

export interface CreationSteps {
  /** before each board; `at` 0 is the first of `total` */
  onStep(step: Step, at: number, total: number): void
  /** what is true now, before each board and after it */
  onProgress(halfway: Halfway): void
  /** true when nobody waits any more: nothing further is begun */
  isOver(): boolean
}

/** The answer of a board that was begun and did not get done. */
export class Unfinished extends Error {
  override name = 'Unfinished'
  constructor(
    readonly halfway: Halfway,
    readonly step: Step,
    readonly total: number,
    override readonly cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : 'It was interrupted.')
  }
}

/** A server that failed, and a network that did, may have made the board all the same. */
const isUnsure = (cause: unknown) => !(cause instanceof ApiError) || cause.status === 0 || cause.status >= 500

/** What an answer left open, looked up: titles are the owner's own, so a board of that title is the one. Throws ApiError. */
export async function settled(halfway: Halfway, owner: number, titles = readOwnTitles(owner)): Promise<Halfway> {
  const { unsure, ...sure } = halfway
  if (!unsure) return sure
  const id = (await titles)[unsure.type].get(unsure.title)
  return id === undefined ? sure : { ...sure, made: [...sure.made, { ...unsure, id }] }
}

/**
 * Makes what is still missing, one board after the other; answers the comboboard. Throws ApiError when nothing was
 * begun, with `fields` when the title is taken, and Unfinished from then on.
 */
export async function createBoards(start: Halfway, owner: number, { onStep, onProgress, isOver }: CreationSteps): Promise<MadeBoard> {
  const titles = await readOwnTitles(owner)
  const known = await settled(start, owner, Promise.resolve(titles))
  const { input, machines } = known
  if (known.made.length === 0 && titles.comboboard.has(input.title)) throw new ApiError({ status: 400, fields: { title: [titleTaken] } })
  const steps = planSteps(input, machines, known.made, titles)
  const made = [...known.made]
  for (const [at, step] of steps.entries()) {
    if (at < made.length) continue
    if (isOver()) throw new Unfinished({ input, machines, made }, step, steps.length, undefined)
    onStep(step, at, steps.length)
    onProgress({ input, machines, made: [...made], unsure: step })
    try {
      made.push({ ...step, id: await create(step, at, known, made) })
    } catch (cause) {
      const halfway: Halfway = { input, machines, made, ...(isUnsure(cause) && { unsure: step }) }
      onProgress(halfway)
      throw new Unfinished(halfway, step, steps.length, cause)
    }
    onProgress({ input, machines, made: [...made] })
  }
  return made.at(-1)!
}

/** Answers the id of the board. */
async function create({ type, title }: Step, at: number, { input, machines }: Halfway, made: readonly MadeBoard[]): Promise<number> {
  const machine = machines[Math.floor(at / 2)]
  switch (type) {
    case 'leaderboard':
      return (await leaderboards.create(leaderboardOf(input, title, machine!))).id
    case 'scoreboard':
      return (await scoreboards.create(scoreboardOf(input, title, machine!, made[at - 1]!.id))).id
    case 'comboboard': {
      const shown = made.filter((board) => board.type === 'scoreboard').map(({ id }) => id)
      return (await comboboards.create(comboboardOf(input, title, shown))).id
    }
  }
}
