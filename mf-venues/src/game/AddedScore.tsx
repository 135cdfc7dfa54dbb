import { addedScores, gamePhotos } from '@multiball/shared/api'
import { noticeState } from '@multiball/shared/pages'
import { useNavigate } from '@multiball/shared/routing'
import type { GameTimeline } from '@multiball/shared/schema'
import { Banner, Button, ConfirmDialog } from '@multiball/shared/ui'
import { useState } from 'react'
import { AddScoreSheet } from '../added/AddScoreSheet'
import { isGone, sentenceOf } from '../sentenceOf'
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
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const navigate = useNavigate()
  const [score] = scores
  const player = score?.player
  const name = player?.cached_display_name ?? ''
  const remove = async () => {
    setAsking(false)
    setFailure(undefined)
    setBusy(true)
    try {
      await addedScores.remove(id)
    } catch (error) {
      if (!isGone(error)) {
        setBusy(false)
        return setFailure(sentenceOf(error))
      }
    }
    void navigate(`/venues/${venuemachine.venue.id}/machines/${venuemachine.id}`, {
      state: noticeState('Score removed.'),
    })
  }
  const removePhoto = async () => {
    setFailure(undefined)
    setBusy(true)
    try {
      await gamePhotos.remove(id)
    } catch (error) {
      if (!isGone(error)) setFailure(sentenceOf(error))
    }
    await onChanged()
    setBusy(false)
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
