import { ScoreboardInput } from '@multiball/shared/schema'
import type { Scoreboard, VenueMachine } from '@multiball/shared/schema'
import * as v from 'valibot'

/** The first of 'Godzilla', 'Godzilla 2', 'Godzilla 3' … that no board of the owner is called. */
function freeTitle(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const title = count === 1 ? name : `${name} ${count}`
    if (!taken.has(title)) return title
  }
}

/** A scoreboard of one machine, everything else as the form begins. The machine's name stands on it anyway. */
export const scoreboardFor = (
  { id, machine }: VenueMachine,
  isPublic: boolean,
  taken: ReadonlySet<string>,
): ScoreboardInput =>
  v.parse(ScoreboardInput, {
    title: freeTitle(machine.name, taken),
    display_title: false,
    is_public: isPublic,
    venuemachine_items: [{ venuemachine: id, order: 0 }],
  })

/** Where a scoreboard opens; a private one with its key, so that a TV without a login shows it. */
export const viewerPath = ({
  id,
  is_public,
  viewer_key,
}: Pick<Scoreboard, 'id' | 'is_public' | 'viewer_key'>): string =>
  `/viewer/scoreboards/${id}${is_public || !viewer_key ? '' : `?key=${encodeURIComponent(viewer_key)}`}`

/** Whether a scoreboard shows a machine. */
export const shows = ({ venuemachine_items }: Pick<Scoreboard, 'venuemachine_items'>, machine: number): boolean =>
  venuemachine_items.some(({ venuemachine }) => venuemachine === machine)
