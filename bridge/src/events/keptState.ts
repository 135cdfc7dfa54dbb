import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Kept } from '@multiball/server/tournaments'

/** What the bridge keeps over a restart. */
interface BridgeState extends Kept {
  sequence: number
}

/** The state of another tournament is of no use. */
function readState(file: string, tournament: number): Partial<BridgeState> {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Partial<BridgeState> & { tournament?: number }
    return kept.tournament === tournament ? kept : { sequence: kept.sequence }
  } catch {
    return {}
  }
}

/**
 * What outlives a restart of the bridge, in a file.
 * @param log told when the file cannot be written, and when it can again: the board goes on without it
 */
export function keptState(
  file: string,
  tournament: number,
  log: (line: string) => void,
): { state: Partial<BridgeState>; keep(more: Partial<BridgeState>): void } {
  const state = readState(file, tournament)
  let now = state
  let isWritable = true
  return {
    state,
    keep(more) {
      now = { ...now, ...more }
      try {
        // Whole or not at all: it may end at any moment.
        writeFileSync(`${file}.new`, JSON.stringify({ ...now, tournament }))
        renameSync(`${file}.new`, file)
        if (!isWritable) log(`${file} can be written again.`)
        isWritable = true
      } catch (error) {
        if (isWritable)
          log(
            `${file} cannot be written (${(error as NodeJS.ErrnoException).code}). The board goes on, but after a restart of the bridge the places before the round are not known.`,
          )
        isWritable = false
      }
    },
  }
}
