import { formatScore } from '@multiball/shared/display'
import { cardPath, scoreFromWire } from '@multiball/shared/schema'
import type { PlayerScore } from '@multiball/shared/schema'
import { Button, LinkButton } from '@multiball/shared/ui'
import { useEffect, useRef, useState } from 'react'
import { playerName } from '../playerName'
import { AccountsOnly } from './AccountsOnly'
import css from './ClaimPage.module.css'
import { keepInitials, readInitials } from './guest'
import { LetterPicker } from './LetterPicker'
import type { Slot } from './slot'
import { useAsk } from './useAsk'

/** Whose name goes up: an account's, or the letters of a guest where the wall takes them. */
type Who = { type: 'account' } | { type: 'guest'; isAllowed: boolean }

interface SlotCardProps {
  slot: Slot
  position: number
  who: Who
  /** of one's own score, once it can be shared */
  card: string | undefined
  isBusy: boolean
  /** @param initials of a guest */
  onClaim(position: number, initials?: string): void
  onUndo(): void
}

/** What the slot is to the player, and the one thing to do about it. */
export function SlotCard({ slot, position, who, card, isBusy, onClaim, onUndo }: SlotCardProps) {
  switch (slot.type) {
    case 'free':
      if (who.type === 'account') return <ByAccount isBusy={isBusy} onClaim={() => onClaim(position)} />
      return who.isAllowed ? (
        <ByLetters position={position} isBusy={isBusy} onClaim={(initials) => onClaim(position, initials)} />
      ) : (
        <AccountsOnly sentence="Only players with an account can put their name on this screen." />
      )
    case 'mine':
      return (
        <Mine
          score={slot.score}
          card={card}
          isGuest={who.type === 'guest'}
          isBusy={isBusy}
          onClaim={(initials) => onClaim(position, initials)}
          onUndo={onUndo}
        />
      )
    case 'elsewhere':
      return (
        <>
          <p className={css.words}>{`You’re already player ${slot.mine.position} in this game. Undo that first.`}</p>
          <Undo isBusy={isBusy} onUndo={onUndo} />
        </>
      )
    case 'taken':
      return (
        <>
          <p
            className={css.words}
          >{`${playerName(slot.score)} has claimed this score. If it’s yours, sort it out at the machine.`}</p>
          <Free free={slot.free} />
        </>
      )
    case 'unplayed':
      return (
        <>
          <p className={css.words}>{`There is no player ${position} in this game.`}</p>
          <Free free={slot.free} />
        </>
      )
  }
}

function ByAccount({ isBusy, onClaim }: { isBusy: boolean; onClaim(): void }) {
  return (
    <>
      <div className={css.actions}>
        <Button variant="primary" isBusy={isBusy} onPress={onClaim}>
          That’s me
        </Button>
      </div>
      <p className={css.words}>Your name goes up on the board, and the score is saved in My games.</p>
    </>
  )
}

interface ByLettersProps {
  /** undefined: they are changed */
  position?: number
  isBusy: boolean
  onClaim(initials: string): void
}

function ByLetters({ position, isBusy, onClaim }: ByLettersProps) {
  const [letters, setLetters] = useState(readInitials)
  const [isRemembered, setRemembered] = useState(letters !== '')
  const [error, setError] = useState<string>()
  const pick = (picked: string) => {
    setLetters(picked)
    setRemembered(false)
    setError(undefined)
    // At once: whoever loses the page, or the network, finds them here again.
    keepInitials(picked)
  }
  // The button that opened them stands below.
  const question = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (position === undefined) question.current?.focus()
  }, [position])
  const claim = () => (letters.trim() === '' ? setError('Pick your letters first.') : onClaim(letters))
  return (
    <>
      <h2 ref={question} tabIndex={-1} className={css.question}>
        {position === undefined ? 'Pick other letters' : `Player ${position}? Pick your letters`}
      </h2>
      <LetterPicker letters={letters} isRemembered={isRemembered} error={error} onChange={pick} />
      <div className={css.confirm}>
        <Button variant="primary" isBusy={isBusy} onPress={claim}>
          {position === undefined ? 'Change letters' : 'That’s me'}
        </Button>
      </div>
    </>
  )
}

interface MineProps {
  score: PlayerScore
  card: string | undefined
  isGuest: boolean
  isBusy: boolean
  onClaim(initials: string): void
  onUndo(): void
}

function Mine({ score, card, isGuest, isBusy, onClaim, onUndo }: MineProps) {
  const [isChanging, setChanging] = useState(false)
  const ask = useAsk()
  const change = (initials: string) => {
    setChanging(false)
    onClaim(initials)
  }
  return (
    <>
      <p className={css.words} role="status">
        You’re on the board as <strong>{playerName(score)}</strong>.
      </p>
      {card !== undefined && (
        <div className={css.actions}>
          <LinkButton to={cardPath(card)} variant="primary">
            Share
          </LinkButton>
        </div>
      )}
      {isChanging && <ByLetters isBusy={isBusy} onClaim={change} />}
      <Undo isBusy={isBusy} onUndo={onUndo}>
        {isGuest && (
          <Button onPress={() => setChanging(!isChanging)}>
            {isChanging ? `Keep ${playerName(score)}` : 'Change letters'}
          </Button>
        )}
      </Undo>
      {isGuest && (
        <p className={css.words}>
          Your games are kept in this browser. With an account they’re yours on every device.
          <Button variant="quiet" onPress={() => ask('register', 'With an account you can take your games along.')}>
            Create an account
          </Button>
        </p>
      )}
    </>
  )
}

const Undo = ({ isBusy, onUndo, children }: { isBusy: boolean; onUndo(): void; children?: React.ReactNode }) => (
  <>
    <div className={css.actions}>
      {children}
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

/** The free ones are links above. */
const Free = ({ free }: { free: PlayerScore[] }) => (
  <p className={css.words}>
    {free.length === 0
      ? 'Every score in this game has been claimed.'
      : `Tap your own score above: ${free.map(({ score }) => formatScore(scoreFromWire(score))).join(' or ')}.`}
  </p>
)
