import { sentScores } from '@multiball/shared/api'
import { formatScore } from '@multiball/shared/display'
import { scoreFromWire } from '@multiball/shared/schema'
import type { SentScore } from '@multiball/shared/schema'
import { Banner, Button, Icon } from '@multiball/shared/ui'
import { useState } from 'react'
import { isGone, sentenceOf } from '../sentenceOf'
import css from './SendPage.module.css'

interface SentCardProps {
  score: SentScore
  /** the name of the account that is signed in */
  account: string | undefined
  /** the token of somebody who is not */
  guest: string | undefined
  onWithdrawn(): void
}

const icons = { waiting: 'clock', accepted: 'success', declined: 'close' } as const

/** What became of a score that was sent. */
export function SentCard({ score, account, guest, onWithdrawn }: SentCardProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const withdraw = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await sentScores.withdraw(score.uuid, guest)
      onWithdrawn()
    } catch (error) {
      setBusy(false)
      setFailure(isGone(error) ? 'It’s decided already: this page will show it in a moment.' : sentenceOf(error))
    }
  }
  return (
    <li className={css.card} data-state={score.state}>
      <p className={css.sent}>
        <strong>{formatScore(scoreFromWire(score.score))}</strong> as {score.guest ?? account}
      </p>
      <p className={css.state} role="status">
        <Icon name={icons[score.state]} />
        <span>{stateOf(score)}</span>
      </p>
      <p className={css.next}>{nextOf(score)}</p>
      {failure && <Banner tone="error">{failure}</Banner>}
      {score.state === 'waiting' && (
        <div>
          <Button variant="quiet" isBusy={isBusy} onPress={() => void withdraw()}>
            Take it back
          </Button>
        </div>
      )}
    </li>
  )
}

function stateOf({ state, game, rank, venuemachine: { venue } }: SentScore): string {
  switch (state) {
    case 'waiting':
      return `Waiting for ${venue.name}’s yes.`
    case 'accepted':
      if (game === null) return `${venue.name} has taken it off.`
      return rank === null ? 'On the leaderboards.' : `On the leaderboards: place ${rank} on this machine.`
    case 'declined':
      return `${venue.name} didn’t accept this score.`
  }
}

function nextOf({ state, game, rank, venuemachine: { machine } }: SentScore): string {
  switch (state) {
    case 'waiting':
      return `${rank === null ? '' : `It would be place ${rank} on this machine. `}You can close this page: scan the code again to see the answer.`
    case 'accepted':
      return game === null
        ? 'Ask at the bar if you think that’s wrong.'
        : `It’s among the scores of ${machine.name} and on the walls that show its leaderboards, never as a game being played.`
    case 'declined':
      return 'It’s shown nowhere, and a photo is deleted. Ask at the bar if you think that’s wrong.'
  }
}
