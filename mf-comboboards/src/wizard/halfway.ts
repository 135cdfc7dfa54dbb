import { Id } from '@multiball/shared/schema'
import * as v from 'valibot'
import { WizardInput } from './wizardInput'

const Type = v.picklist(['leaderboard', 'scoreboard', 'comboboard'])

const Halfway = v.object({
  input: WizardInput,
  machines: v.array(v.object({ id: Id, titleId: Id, name: v.string() })),
  /** in the order in which they were made */
  made: v.array(v.object({ type: Type, id: Id, title: v.string() })),
  /** was asked for, and no answer said whether it was made */
  unsure: v.optional(v.object({ type: Type, title: v.string() })),
})

/** How far the wizard came; what it needs to go on, or to take back what it made. */
export type Halfway = v.InferOutput<typeof Halfway>

/** One for each owner: the next person at this browser does not meet it. */
const keyOf = (owner: number) => `mb-wizard:${owner}`

/** Kept for this tab, so that a 401 or a reload half way leaves nothing unsaid. */
export function storeHalfway(owner: number, halfway: Halfway): void {
  try {
    sessionStorage.setItem(keyOf(owner), JSON.stringify(halfway))
  } catch {
    // A full or forbidden storage costs what is remembered across a reload, not the wizard.
  }
}

export function clearHalfway(owner: number): void {
  try {
    sessionStorage.removeItem(keyOf(owner))
  } catch {
    // See storeHalfway.
  }
}

export function readHalfway(owner: number): Halfway | undefined {
  try {
    const parsed = v.safeParse(Halfway, JSON.parse(sessionStorage.getItem(keyOf(owner)) ?? 'null'))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
