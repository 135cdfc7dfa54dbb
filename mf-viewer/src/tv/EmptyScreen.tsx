import { DotMatrix, PlayerName, Stage } from '@multiball/shared/display'
import css from './EmptyScreen.module.css'
import { TvFoot } from './TvFoot'

const quiet = '#b3aa9b'

/** What a TV shows whose board was deleted: who it is, and what to do. */
export const EmptyScreen = ({ name, isReachable }: { name: string; isReachable: boolean }) => (
  <Stage background="#000">
    <div className={css.middle}>
      <h1 className={css.name}>
        <PlayerName name={name} />
      </h1>
      <DotMatrix className={css.panel} text="NO BOARD" color={quiet} atRest={12} />
      <p className={css.line}>The board of this screen was deleted, or may not be seen any more.</p>
      <p className={css.line}>
        Choose another one at <strong>{`${location.host}/displays`}</strong>
      </p>
    </div>
    <TvFoot isReachable={isReachable} words="Waiting for a board" />
  </Stage>
)
