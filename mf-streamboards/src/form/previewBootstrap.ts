import { parseColor, StreamboardConfig, type StreamboardBootstrap, type StreamboardScores, type VenueMachine } from '@multiball/shared/schema'
import * as v from 'valibot'
import type { StreamboardDraft } from './streamboardDraft'

const defaults = v.parse(StreamboardConfig, {})
const colorOr = (color: string, fallback: string) => (parseColor(color.trim()) ? color.trim() : fallback)

const yourMachine = (order: number) => ({
  id: order + 1,
  machine: { id: order + 1, name: order === 0 ? 'Your machine' : 'Your other machine' },
  venue: { id: 1, name: '' },
})

/**
 * The draft as the display would receive it once saved; what is not yet valid is shown by its default. In here a
 * scoreboard's id is its place, from 1.
 */
export function previewBootstrap(
  draft: StreamboardDraft,
  machines: readonly (VenueMachine | undefined)[],
  scores: StreamboardScores,
): StreamboardBootstrap {
  const { title, scoreboard_items, ...config } = draft
  return {
    id: 1,
    title: title.trim() || 'Your title',
    items: scoreboard_items.map((_, order) => {
      const { id, machine, venue } = machines[order] ?? yourMachine(order)
      return { order, scoreboard: order + 1, venuemachine: { id, machine, venue } }
    }),
    config_json: {
      ...config,
      backgroundColor: colorOr(config.backgroundColor, defaults.backgroundColor),
      textColor: colorOr(config.textColor, defaults.textColor),
      highlightColor: colorOr(config.highlightColor, defaults.highlightColor),
    },
    scores,
  }
}
