import { BoardTile, displayAtom } from '@multiball/shared/boards'
import {
  cleanName,
  MachineLookContext,
  StageLayer,
  useLookOf,
  useScene,
  useStage,
  type Scene,
} from '@multiball/shared/display'
import { boardAtom, type BoardAddress } from '@multiball/shared/live'
import type { Game, ScoreboardBootstrap, VenueMachine } from '@multiball/shared/schema'
import { atom, useAtomValue } from 'jotai'
import { useMemo, type ComponentType } from 'react'
import type { BoardView, LayoutProps } from '../boardView'
import { gameScene } from '../useGame'
import { useHotGame } from './hot/useHotGame'
import { aheadMs, useAttract } from './attract/useAttract'
import css from './IdleBoard.module.css'
import { IdleImages } from './IdleImages'
import { useImagesLoaded } from './useImages'
import { useLeaderboardCycle } from './useLeaderboardCycle'

interface IdleBoardProps {
  /** how the scoreboard looks in its place */
  Layout: ComponentType<LayoutProps>
  board: LayoutProps
  settings: ScoreboardBootstrap
  viewerKey: string | undefined
  /** it fills a screen of its own, which plays attract mode where the owner has chosen nothing else */
  hasAttract: boolean
  isHighDensity: boolean | undefined
}

/**
 * A scoreboard, on a screen of its own or in a cell, and what takes its place while nothing is played. The scoreboard stays
 * mounted beneath, so that a new game is there at once; what cannot be shown leaves it where it is.
 */
export function IdleBoard({ Layout, board, settings, viewerKey, hasAttract, isHighDensity }: IdleBoardProps) {
  const { leaderboard, idle_leaderboard_show, idle_hotgame_show, idle_hotgame_type } = settings
  const { game } = board.view
  const idling = idlingAfter(game)

  const hasLeaderboard = idle_leaderboard_show && leaderboard !== null
  const cycle = useLeaderboardCycle(hasLeaderboard ? idling : undefined, settings)
  const isMounted = hasLeaderboard && idling !== undefined && cycle.isMounted
  const address: BoardAddress | undefined = isMounted
    ? { type: 'leaderboard', id: leaderboard, key: viewerKey }
    : undefined
  const isLeaderboardShown = useIsShowable(address) && cycle.shows === 'leaderboard'

  const hot = useHotGame(idle_hotgame_show && !hasLeaderboard ? idling : undefined, idle_hotgame_type)
  const isImageShown = useImagesLoaded(hot?.doing) && hot?.shows.type === 'image'
  const hotGame = hot?.shows.type === 'game' ? hot.shows : undefined

  const attract = useAttract(
    hasAttract && settings.attract && !idle_leaderboard_show && !idle_hotgame_show ? idling : undefined,
  )

  // The owner's choice goes for other people's machines, too.
  const chosen = settings.figures === 'machine' ? undefined : settings.figures
  const look = useLookOf(chosen ?? board.view.display)
  const hotLook = useLookOf(hotGame && (chosen ?? hotGame.machine.machine.display))

  const scene: Scene =
    isImageShown || attract.covers === 'picture' ? { variant: 'picture' } : gameScene(hotGame ? hotGame.game : game)
  // A scene of attract mode is of more than the last game.
  if (attract.covers) scene.finishedAt = undefined
  useScene({ ...scene, isCovered: isLeaderboardShown, look: (hotGame ? hotLook : look).stage })

  // A turn of the cycle does not draw the scoreboard again.
  const own = useMemo(() => <Layout {...board} />, [Layout, board])
  return (
    <>
      <div
        className={css.own}
        data-hidden={hotGame || isImageShown || attract.covers ? '' : undefined}
        data-live={idling === undefined ? '' : undefined}
      >
        <MachineLookContext value={look}>{own}</MachineLookContext>
      </div>
      {hotGame && (
        <div key={hotGame.machine.id} className={css.hot}>
          {/* Its players stand at another machine. */}
          <MachineLookContext value={hotLook}>
            <Layout {...board} view={hotView(hotGame.machine, hotGame.game)} claims={undefined} />
          </MachineLookContext>
        </div>
      )}
      {attract.Scenes && (
        <MachineLookContext value={look}>
          <attract.Scenes
            key={idling}
            board={board}
            settings={settings}
            viewerKey={viewerKey}
            startsInMs={aheadMs}
            onCover={attract.onCover}
          />
        </MachineLookContext>
      )}
      {hot && <IdleImages watch={hot} isShown={isImageShown} />}
      {address && <IdleLeaderboard address={address} isShown={isLeaderboardShown} isHighDensity={isHighDensity} />}
    </>
  )
}

/** Names the time without a game in progress: that after this game, or before the first one. Undefined while one is played. */
function idlingAfter(game: Game | undefined): string | undefined {
  if (!game) return 'nothing played'
  return game.settled_on ? `after ${game.id}` : undefined
}

/** Another machine's game, as a scoreboard shows its own. */
const hotView = ({ machine, venue }: Pick<VenueMachine, 'machine' | 'venue'>, game: Game): BoardView => ({
  machine: cleanName(machine.name),
  venue: cleanName(venue.name),
  display: machine.display ?? null,
  title: 'Hot game',
  game,
})

interface IdleLeaderboardProps {
  address: BoardAddress
  isShown: boolean
  isHighDensity: boolean | undefined
}

/** The live leaderboard over the scoreboard, on a stage of its own. Those of a grid share a socket. */
function IdleLeaderboard({ address, isShown, isHighDensity }: IdleLeaderboardProps) {
  const { layout } = useStage()
  return (
    <StageLayer place="over" isShown={isShown}>
      <BoardTile address={address} layout={layout} hasFoot isPart={layout === 'cell'} isHighDensity={isHighDensity} />
    </StageLayer>
  )
}

const never = atom(false)

/**
 * True once there is something to see of a board: its display and its settings.
 * @param board is mounted somewhere, which keeps it up to date; undefined is not showable
 */
function useIsShowable(board: BoardAddress | undefined): boolean {
  const { type, id, key } = board ?? {}
  const isShowable = useMemo(() => {
    if (type === undefined || id === undefined) return never
    return atom((get) => {
      const { phase, bootstrap } = get(boardAtom({ type, id, key }))
      return phase === 'ready' && bootstrap !== undefined && get(displayAtom(type)).type === 'ready'
    })
  }, [type, id, key])
  return useAtomValue(isShowable)
}
