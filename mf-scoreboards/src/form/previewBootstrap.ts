import { parseColor } from '@multiball/shared/schema'
import type { ScoreboardBootstrap, ScoreboardInput, ScoreboardScores, VenueMachine } from '@multiball/shared/schema'

const sampleMachine = { id: 1, machine: { id: 1, name: 'Your machine' }, venue: { id: 1, name: 'Your venue' } }

/** The draft as the display would receive it once saved; what is not yet valid is shown by its default. */
export function previewBootstrap({ is_public: _, venuemachine_items: _items, ...draft }: ScoreboardInput, machine: VenueMachine | undefined, scores: ScoreboardScores): ScoreboardBootstrap {
  const { id, machine: title, venue } = machine ?? sampleMachine
  return {
    ...draft,
    id: 1,
    title: draft.title.trim() || 'Your title',
    background_color: parseColor(draft.background_color) ? draft.background_color : '#000',
    items: [{ order: 0, venuemachine: { id, machine: title, venue } }],
    scores,
  }
}
