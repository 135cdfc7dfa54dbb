import { cleanName } from '@multiball/shared/display'
import type { Game, VenueMachine } from '@multiball/shared/schema'
import type { BoardView } from '../boardView'

/** Another machine's game, as a scoreboard shows its own. */
export const hotView = ({ machine, venue }: Pick<VenueMachine, 'machine' | 'venue'>, game: Game): BoardView => ({
  machine: cleanName(machine.name),
  venue: cleanName(venue.name),
  title: 'Hot game',
  game,
})
