import {
  joinMachines,
  type EventDocument,
  type PlayedMachine,
  type PostedDocument,
  type PostedPlace,
} from '@multiball/shared/schema'
import type * as v from 'valibot'

/** As a program sends it. */
export type SentDocument = v.InferInput<typeof PostedDocument>

/** What an eventboard's settings say of the tournament's names for machines. */
interface NamedMachine {
  venuemachine: number
  arena: string
}

/**
 * Who plays on the machines of a board, document after document. Where a match does not say when it began, it began when it
 * was first seen.
 */
export class Playing {
  private firstSeen = new Map<string, string>()

  /** @param now ms since 1970 */
  on({ machines, settings }: PostedPlace, document: EventDocument, now: number): NonNullable<SentDocument['players']> {
    if (document.status === 'finished') return []
    const named = new Map(document.players.map((player) => [player.id, player]))
    const joined = joinMachines(
      document.machines,
      machines.map((venuemachine): PlayedMachine => ({ venuemachine, game: null })),
      (settings.machines ?? []) as NamedMachine[],
    )
    const seenBefore = this.firstSeen
    this.firstSeen = new Map()
    return document.matches.flatMap((match) => {
      const machine = match.state === 'playing' && match.machine !== undefined ? joined.get(match.machine) : undefined
      if (machine === undefined) return []
      // Not by its id: of a table that is the number of its row, which may hold another match by now.
      const who = JSON.stringify([machine, match.players])
      const since = match.started_at ?? seenBefore.get(who) ?? new Date(now).toISOString()
      this.firstSeen.set(who, since)
      const players = match.players.map((id) => {
        const player = named.get(id)
        return player ? { name: player.name, ...(player.initials && { initials: player.initials }) } : null
      })
      return [{ venuemachine: machine, since, players }]
    })
  }
}
