import { BoardTile } from '@multiball/shared/boards'
import { StageLayer, useStage } from '@multiball/shared/display'
import type { BoardAddress } from '@multiball/shared/live'

interface IdleLeaderboardProps {
  address: BoardAddress
  isShown: boolean
  isHighDensity: boolean | undefined
}

/** The live leaderboard over the scoreboard, on a stage of its own. Those of a grid share a socket. */
export function IdleLeaderboard({ address, isShown, isHighDensity }: IdleLeaderboardProps) {
  const { layout } = useStage()
  return (
    <StageLayer place="over" isShown={isShown}>
      <BoardTile address={address} layout={layout} hasFoot isPart={layout === 'cell'} isHighDensity={isHighDensity} />
    </StageLayer>
  )
}
