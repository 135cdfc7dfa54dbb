import { useScene, type Scene } from '@multiball/shared/display'
import type { BoardAddress } from '@multiball/shared/live'
import type { ScoreboardBootstrap } from '@multiball/shared/schema'
import { useMemo, type ComponentType } from 'react'
import { gameScene } from '../gameScene'
import type { LayoutProps } from '../layoutProps'
import { hotView } from './hotView'
import { idlingAfter } from './idling'
import { IdleImages } from './IdleImages'
import { IdleLeaderboard } from './IdleLeaderboard'
import css from './IdleBoard.module.css'
import { useHotGame } from './useHotGame'
import { useImagesLoaded } from './useImages'
import { useIsShowable } from './useIsShowable'
import { useLeaderboardCycle } from './useLeaderboardCycle'

interface IdleBoardProps {
  /** how the scoreboard looks in its place */
  Layout: ComponentType<LayoutProps>
  board: LayoutProps
  settings: ScoreboardBootstrap
  viewerKey: string | undefined
  isHighDensity: boolean | undefined
}

/**
 * A scoreboard, on a screen of its own or in a cell, and what takes its place while nothing is played. The scoreboard stays
 * mounted beneath, so that a new game is there at once; what cannot be shown leaves it where it is.
 */
export function IdleBoard({ Layout, board, settings, viewerKey, isHighDensity }: IdleBoardProps) {
  const { leaderboard, idle_leaderboard_show, idle_hotgame_show, idle_hotgame_type } = settings
  const { game } = board.view
  const idling = idlingAfter(game)

  const hasLeaderboard = idle_leaderboard_show && leaderboard !== null
  const cycle = useLeaderboardCycle(hasLeaderboard ? idling : undefined, settings)
  const isMounted = hasLeaderboard && idling !== undefined && cycle.isMounted
  const address: BoardAddress | undefined = isMounted ? { type: 'leaderboard', id: leaderboard, key: viewerKey } : undefined
  const isLeaderboardShown = useIsShowable(address) && cycle.shows === 'leaderboard'

  const hot = useHotGame(idle_hotgame_show && !hasLeaderboard ? idling : undefined, idle_hotgame_type)
  const isImageShown = useImagesLoaded(hot?.doing) && hot?.shows.type === 'image'
  const hotGame = hot?.shows.type === 'game' ? hot.shows : undefined

  const scene: Scene = isImageShown ? { variant: 'picture' } : gameScene(hotGame ? hotGame.game : game)
  useScene({ ...scene, isCovered: isLeaderboardShown })

  // A turn of the cycle does not draw the scoreboard anew.
  const own = useMemo(() => <Layout {...board} />, [Layout, board])
  return (
    <>
      <div className={css.own} data-hidden={hotGame || isImageShown ? '' : undefined}>
        {own}
      </div>
      {hotGame && (
        <div key={hotGame.machine.id} className={css.hot}>
          {/* Its players stand at another machine. */}
          <Layout {...board} view={hotView(hotGame.machine, hotGame.game)} claims={undefined} />
        </div>
      )}
      {hot && <IdleImages watch={hot} isShown={isImageShown} />}
      {address && <IdleLeaderboard address={address} isShown={isLeaderboardShown} isHighDensity={isHighDensity} />}
    </>
  )
}
