import { claims } from '@multiball/shared/api'
import { focusAfter } from '@multiball/shared/pages'
import type { PlayerScore } from '@multiball/shared/schema'
import { Banner, Button, ConfirmDialog } from '@multiball/shared/ui'
import { useState } from 'react'
import { playerName } from '../playerName'
import { useStep } from '../useStep'
import css from './GameView.module.css'

interface RemoveNameProps {
  venueMachine: number
  game: number
  score: PlayerScore
  /** it is one's own name, on a score that was added */
  isMine?: boolean
  /** reads the game again */
  onRemoved(): Promise<void>
}

/** The owner of the machine takes a name off a score, or the player it off an added one: it stays, without a name. */
export function RemoveName({ venueMachine, game, score, isMine = false, onRemoved }: RemoveNameProps) {
  const [isAsking, setAsking] = useState(false)
  const { isBusy, failure, act } = useStep()
  const name = playerName(score)
  const id = `remove-name-${score.position}`
  const remove = async () => {
    const moveOn = focusAfter(id)
    setAsking(false)
    const isRemoved = await act(() =>
      isMine ? claims.leave(venueMachine, game) : claims.remove(venueMachine, score.position, game),
    )
    await onRemoved()
    // The button that was pressed goes with the name.
    if (isRemoved) moveOn()
  }
  return (
    <div className={css.remove} id={id}>
      <Button
        variant="quiet"
        icon="delete"
        isBusy={isBusy}
        aria-label={isMine ? undefined : `Take ${name} off this score`}
        onPress={() => setAsking(true)}
      >
        {isMine ? 'This wasn’t me' : 'Remove the name'}
      </Button>
      {failure && <Banner tone="error">{failure}</Banner>}
      <ConfirmDialog
        title="Are you sure?!"
        confirmLabel="Take it off"
        isOpen={isAsking}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
        closesOnBack
      >
        <p>
          <strong>{name}</strong> disappears from this score on every board and leaderboard. The score stays, as a
          guest’s.{!isMine && ' The code of the game changes: the player at the machine scans it again.'}
        </p>
      </ConfirmDialog>
    </div>
  )
}
