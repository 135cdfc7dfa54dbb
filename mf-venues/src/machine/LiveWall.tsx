import { BoardScreen, useDisplay } from '@multiball/shared/boards'
import { ScaledScreen } from '@multiball/shared/forms'
import type { Game, VenueMachine } from '@multiball/shared/schema'
import css from './LiveWall.module.css'
import { wallOf } from './wallOf'

interface LiveWallProps {
  machine: VenueMachine
  game: Game
}

/** What a TV would show of the machine now: the real display of scoreboards, in small; black until it is loaded. */
export function LiveWall({ machine, game }: LiveWallProps) {
  const display = useDisplay('scoreboard')
  const wall = wallOf(machine, game)
  return (
    <div className={css.wall} aria-hidden="true" inert>
      {display.type === 'ready' && (
        <ScaledScreen>
          <BoardScreen display={display.display} bootstrap={wall} scores={wall.scores} connection="live" layout="screen" />
        </ScaledScreen>
      )}
    </div>
  )
}
