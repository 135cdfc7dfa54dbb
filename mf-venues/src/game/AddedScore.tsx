import { addedScores, gamePhotos } from '@multiball/shared/api'
import { noticeState } from '@multiball/shared/pages'
import { useNavigate } from '@multiball/shared/routing'
import type { GameTimeline } from '@multiball/shared/schema'
import { Banner, Button, ConfirmDialog } from '@multiball/shared/ui'
import { useState } from 'react'
import { AddScoreSheet } from '../added/AddScoreSheet'
import { untilGone } from '../removal'
import { useStep } from '../useStep'
import css from './GameView.module.css'

interface AddedScoreProps {
  owner: number
  timeline: GameTimeline
  /** reads the game again */
  onChanged(): Promise<void>
}

/** Ids of guests are beyond those of all users. */
const firstGuest = 1_000_000_000

/** What the owner of the machine does with a score that was added. */
export function AddedScore({ owner, timeline, onChanged }: AddedScoreProps) {
  const { id, venuemachine, scores, note, has_photo } = timeline
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { isBusy, failure, act } = useStep()
  const navigate = useNavigate()
  const [score] = scores
  const player = score?.player
  const name = player?.cached_display_name ?? ''
  const remove = async () => {
    setAsking(false)
    if (await act(() => untilGone(addedScores.remove(id))))
      void navigate(`/venues/${venuemachine.venue.id}/machines/${venuemachine.id}`, {
        state: noticeState('Score removed.'),
      })
  }
  const removePhoto = async () => {
    await act(() => untilGone(gamePhotos.remove(id)))
    await onChanged()
  }
  return (
    <>
      <div className={css.added}>
        <Button icon="edit" onPress={() => setEditing(true)}>
          Edit score
        </Button>
        <Button variant="quiet" icon="delete" isBusy={isBusy} onPress={() => setAsking(true)}>
          Remove score
        </Button>
        {has_photo && (
          <Button variant="quiet" icon="image" isBusy={isBusy} onPress={() => void removePhoto()}>
            Remove photo
          </Button>
        )}
      </div>
      {failure && <Banner tone="error">{failure}</Banner>}
      {isEditing && (
        <AddScoreSheet
          owner={owner}
          machine={{ id: venuemachine.id, name: venuemachine.machine.name }}
          before={{
            game: id,
            score: String(score?.score ?? ''),
            who: { name, ...(player && player.id < firstGuest && { user: player.id }) },
            note: note ?? '',
          }}
          onClose={() => setEditing(false)}
          onDone={() => {
            setEditing(false)
            void onChanged()
          }}
        />
      )}
      <ConfirmDialog
        title="Are you sure?!"
        confirmLabel="Remove"
        isOpen={isAsking}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
        closesOnBack
      >
        <p>This score disappears from every board and leaderboard.</p>
      </ConfirmDialog>
    </>
  )
}
