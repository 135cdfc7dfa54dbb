import { cleanName } from '@multiball/shared/display'
import type { Game, StreamboardBootstrap, StreamboardScores } from '@multiball/shared/schema'
import { shownSlots, streamLines, type StreamLine } from './streamLines'

/** One machine of a streamboard. */
export interface Station {
  machine: string
  /** the newest game; undefined before the first */
  game: Game | undefined
  lines: StreamLine[]
  /** true where its scores may not be seen, or its scoreboard is gone */
  isMissing: boolean
}

/** The machines of a streamboard: one with as many players as the owner chose, or two with one player each. */
export function streamView(bootstrap: StreamboardBootstrap, scores: StreamboardScores | undefined): Station[] {
  const { items, config_json: config } = bootstrap
  const states = new Map((scores ?? bootstrap.scores).data.map((state) => [state.scoreboard, state]))
  const isPair = config.type === 'multiUp'
  return Array.from({ length: isPair ? 2 : 1 }, (_, order) => {
    const item = items.find((one) => one.order === order)
    const state = item && states.get(item.scoreboard)
    const game = state?.session ?? undefined
    const { numPlayers = 1, players = [] } = config.scoreboardsConfig[order] ?? {}
    const slots = shownSlots(isPair ? 1 : numPlayers, game?.current_player ?? null)
    return {
      machine: cleanName(item?.venuemachine?.machine.name ?? ''),
      game,
      lines: streamLines(game, slots, (slot) => players[isPair ? 0 : slot - 1] ?? {}),
      isMissing: !item || item.error !== undefined || state?.error !== undefined,
    }
  })
}
