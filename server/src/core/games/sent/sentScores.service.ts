import type { Decided, DecideInput } from '@multiball/shared/schema'
import type * as v from 'valibot'
import { Refusal } from '../../../ground/http/refusals'
import type { AddedGames } from '../entered/addGame'
import { acceptSent, declineSent } from './sentScores.store'
import type { Standing } from './sentScores.store'

/** Why a score cannot be accepted now, as its owner reads it; other errors go on. */
function stillWaiting(error: unknown): Standing {
  if (!(error instanceof Refusal)) throw error
  const [detail] = Object.values(error.body).flat()
  return { state: 'waiting', game: null, detail: String(detail) }
}

/** Decides about scores that guests sent, each once. */
export class SentScores {
  constructor(private readonly added: AddedGames) {}

  /** Says yes or no to scores that wait for this owner. Answers how each stands now. */
  async decide(ownerId: number, { ids, accept, always }: v.InferOutput<typeof DecideInput>): Promise<Decided> {
    const results: Decided['results'] = []
    const changed = new Set<number>()
    for (const id of ids) {
      const { made, ...standing } = accept
        ? await this.accept(id, ownerId, always)
        : await declineSent(this.added.db, id, ownerId)
      if (made) changed.add(made.venueMachineId)
      results.push({ id, ...standing })
    }
    await this.tell(changed)
    return { results }
  }

  /** Accepts a score that needs no yes. One that cannot be accepted now waits. */
  async acceptAtOnce(id: number, ownerId: number): Promise<void> {
    const { made } = await this.accept(id, ownerId, false)
    if (made) await this.tell([made.venueMachineId])
  }

  private async accept(id: number, ownerId: number, always: boolean): Promise<Standing> {
    const { db, newGames } = this.added
    const standing = await acceptSent(db, id, ownerId, always, (venueMachineId) =>
      newGames?.refusal(venueMachineId),
    ).catch(stillWaiting)
    if (standing.made) newGames?.begun(standing.made.venueMachineId, standing.made.playedAt.getTime())
    return standing
  }

  /** Leaderboards count them, and top scores. */
  private async tell(venueMachineIds: Iterable<number>): Promise<void> {
    for (const id of venueMachineIds) await this.added.games.claimed(id)
  }
}
