import { counter, gauge } from '../http/readings'
import type { Reading } from '../http/readings'
import type { LiveHub } from './hub'

export function liveReadings({ figures: { viewers, slow, boards, published } }: LiveHub): Reading[] {
  return [
    gauge('multiball_viewers', 'Open sockets of viewers', viewers),
    gauge('multiball_viewers_slow', 'Viewers that do not take what they are sent', slow),
    gauge('multiball_boards_in_memory', 'Boards whose state is kept', boards),
    counter('multiball_states_published_total', 'States that were sent to the viewers of a board', published),
  ]
}
