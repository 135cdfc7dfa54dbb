import { parseColor } from '@multiball/shared/schema'
import type { ComboboardBootstrap, ComboboardInput } from '@multiball/shared/schema'
import type { SamplePart, SampleState } from './sampleBoards'

/** The draft as the display would receive it once saved, with these boards; what is not yet valid is shown by its default. */
export function previewBootstrap(
  draft: Pick<ComboboardInput, 'title' | 'background_color' | 'high_density'>,
  boards: readonly { part: SamplePart; state: SampleState }[],
): ComboboardBootstrap {
  return {
    id: 1,
    title: draft.title.trim() || 'Your title',
    background_color: parseColor(draft.background_color) ? draft.background_color : '#000',
    high_density: draft.high_density,
    items: boards.map(({ part: { item_type, item_id, order } }) => ({ item_type, item_id, order })),
    boards: boards.map(({ part }) => part),
    scores: { boards: boards.map(({ state }) => state), epoch: 'sample', seq: 1 },
  }
}
