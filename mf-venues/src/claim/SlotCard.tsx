import { formatScore } from '@multiball/shared/display'
import { scoreFromWire } from '@multiball/shared/schema'
import type { Game, PlayerScore } from '@multiball/shared/schema'
import { Button, LinkButton } from '@multiball/shared/ui'
import { playerName } from '../playerName'
import css from './ClaimPage.module.css'
import type { Slot } from './slot'

interface SlotCardProps {
  slot: Slot
  game: Game
  position: number
  /** the page of another slot of the same machine */
  pathOf(position: number): string
  isBusy: boolean
  onClaim(): void
  onUndo(): void
}

/** What the slot is to the player, and the one thing to do about it. */
export function SlotCard({ slot, game, position, pathOf, isBusy, onClaim, onUndo }: SlotCardProps) {
  switch (slot.type) {
    case 'too-late':
      return <p className={css.words}>The last game ended over an hour ago, so it can’t be claimed. Start a new one and scan its code.</p>
    case 'free':
      return (
        <>
          <LiveSlot score={slot.score} game={game} />
          <div className={css.actions}>
            <Button variant="primary" isBusy={isBusy} onPress={onClaim}>
              That’s me
            </Button>
          </div>
          <p className={css.words}>Your name goes up on the board, and the score is saved in My games.</p>
        </>
      )
    case 'mine':
      return (
        <>
          <LiveSlot score={slot.score} game={game} isMine />
          <p className={css.words} role="status">
            You’re on the board as <strong>{playerName(slot.score)}</strong>.
          </p>
          <Undo isBusy={isBusy} onUndo={onUndo} />
        </>
      )
    case 'elsewhere':
      return (
        <>
          <p className={css.words}>{`You’re already player ${slot.mine.position} in this game. Undo that first.`}</p>
          <LiveSlot score={slot.mine} game={game} isMine />
          <Undo isBusy={isBusy} onUndo={onUndo} />
        </>
      )
    case 'taken':
      return (
        <>
          <LiveSlot score={slot.score} game={game} />
          <p className={css.words}>{`${playerName(slot.score)} has claimed this score. If it’s yours, sort it out at the machine.`}</p>
          <FreeSlots free={slot.free} pathOf={pathOf} />
        </>
      )
    case 'unplayed':
      return (
        <>
          <p className={css.words}>{`There is no player ${position} in this game.`}</p>
          <FreeSlots free={slot.free} pathOf={pathOf} />
        </>
      )
  }
}

function LiveSlot({ score, game, isMine }: { score: PlayerScore; game: Game; isMine?: boolean }) {
  return (
    <div className={css.slot} data-mine={isMine}>
      <span className={css.who}>{playerName(score)}</span>
      <span className={css.score}>{formatScore(scoreFromWire(score.score))}</span>
      <span className={css.state}>{stateWords(game, score.position)}</span>
    </div>
  )
}

function stateWords({ settled_on, current_player, current_ball }: Game, position: number): string {
  if (settled_on !== null) return `Game over · Player ${position}`
  const ball = current_ball !== null && current_ball > 0 ? `Ball ${current_ball}` : 'Playing'
  return current_player === position ? `${ball} · playing now` : ball
}

const Undo = ({ isBusy, onUndo }: { isBusy: boolean; onUndo(): void }) => (
  <>
    <div className={css.actions}>
      <Button isBusy={isBusy} onPress={onUndo}>
        Undo
      </Button>
    </div>
    <p className={css.links}>
      <LinkButton to="/games" variant="quiet">
        My games
      </LinkButton>
    </p>
  </>
)

function FreeSlots({ free, pathOf }: { free: PlayerScore[]; pathOf(position: number): string }) {
  if (free.length === 0) return <p className={css.words}>Every score in this game has been claimed.</p>
  return (
    <div className={css.free}>
      {free.map(({ position, score }) => (
        <LinkButton key={position} to={pathOf(position)}>
          {`I am player ${position} · ${formatScore(scoreFromWire(score))}`}
        </LinkButton>
      ))}
    </div>
  )
}
