import type { Registry } from 'prom-client'
import { counter, gauge } from '../http/metrics'
import type { LiveHub } from './hub'

/** What operators see of viewers. */
export function measureLive(metrics: Registry, hub: LiveHub): void {
  gauge(metrics, 'multiball_viewers', 'Open sockets of viewers', () => hub.figures.viewers)
  gauge(metrics, 'multiball_viewers_slow', 'Viewers that do not take what they are sent', () => hub.figures.slow)
  gauge(metrics, 'multiball_boards_in_memory', 'Boards whose state is kept', () => hub.figures.boards)
  counter(metrics, 'multiball_states_published_total', 'States that were sent to the viewers of a board', () => hub.figures.published)
}
