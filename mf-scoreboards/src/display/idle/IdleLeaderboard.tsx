import { BoardTile } from '@multiball/shared/boards'
import { StageLayer } from '@multiball/shared/display'
import type { BoardAddress } from '@multiball/shared/live'

/** The live leaderboard over the scoreboard, on a stage of its own. */
export const IdleLeaderboard = ({ address, isShown }: { address: BoardAddress; isShown: boolean }) => (
  <StageLayer place="over" isShown={isShown}>
    <BoardTile address={address} layout="screen" hasFoot />
  </StageLayer>
)
