import { waitingScores } from '@multiball/shared/api'
import { formatScore } from '@multiball/shared/display'
import { shortTime } from '@multiball/shared/pages'
import { Link } from '@multiball/shared/routing'
import { scoreFromWire } from '@multiball/shared/schema'
import type { WaitingScore } from '@multiball/shared/schema'
import { Banner, Button, Icon } from '@multiball/shared/ui'
import { useEffect, useId, useRef, useState } from 'react'
import { ScorePhoto } from '../photo/ScorePhoto'
import css from './WaitingPage.module.css'

/** What the owner said to a score, or why that could not be. */
export type Verdict =
  { type: 'accepted' | 'declined' | 'gone'; game: number | null } | { type: 'failed'; sentence: string }

interface WaitingRowProps {
  score: WaitingScore
  verdict: Verdict | undefined
  onDecide(accept: boolean, always?: boolean): void
}

const saidWords = {
  accepted: 'On the leaderboards.',
  declined: 'Not accepted. It’s shown nowhere.',
  gone: 'It was taken back, or decided elsewhere.',
}

/** One score: the photo beside the number, who sent it, and the owner's yes or no. */
export function WaitingRow({
  score: { id, venuemachine, score, player, guest, note, sent_on, has_photo },
  verdict,
  onDecide,
}: WaitingRowProps) {
  const name = useId()
  // The button that was pressed goes: reading goes on here.
  const said = useRef<HTMLParagraphElement>(null)
  const yes = useRef<HTMLButtonElement>(null)
  const [hasPressed, setPressed] = useState(false)
  const isSaid = verdict !== undefined && verdict.type !== 'failed'
  useEffect(() => {
    if (!hasPressed) return
    if (isSaid) said.current?.focus()
    else if (document.activeElement === document.body) yes.current?.focus()
  }, [isSaid, hasPressed])
  const decide = (accept: boolean, always?: boolean) => {
    setPressed(true)
    onDecide(accept, always)
  }
  const number = formatScore(scoreFromWire(score))
  const who = player?.cached_display_name ?? guest ?? 'Guest'
  return (
    <li className={css.score} data-said={isSaid || undefined} aria-labelledby={name}>
      {has_photo ? (
        <ScorePhoto
          name={['waitingPhoto', id]}
          alt={`Photo of ${number} on ${venuemachine.machine.name}`}
          load={() => waitingScores.photo(id)}
        />
      ) : (
        <p className={css.noPhoto}>No photo</p>
      )}
      <div className={css.words}>
        <h2 id={name} className={css.number}>
          {number}
        </h2>
        <p className={css.who}>
          {who}
          {player && <span className={css.account}> · account</span>}
        </p>
        <p className={css.where}>
          {venuemachine.machine.name} · {venuemachine.venue.name} ·{' '}
          <time dateTime={sent_on}>{shortTime(new Date(sent_on), new Date(), { isWithin: true })}</time>
        </p>
        {note && <p className={css.where}>{note}</p>}
        {verdict?.type === 'failed' && <Banner tone="error">{verdict.sentence}</Banner>}
        {isSaid ? (
          <p ref={said} className={css.said} tabIndex={-1}>
            <Icon name={verdict.type === 'accepted' ? 'success' : 'close'} />
            <span>
              {saidWords[verdict.type]}{' '}
              {verdict.game !== null && <Link to={`/games/${verdict.game}`}>Edit or remove it</Link>}
            </span>
          </p>
        ) : (
          <div className={css.buttons}>
            <Button ref={yes} variant="primary" aria-label={`Yes to ${number} by ${who}`} onPress={() => decide(true)}>
              Yes
            </Button>
            <Button aria-label={`No to ${number} by ${who}`} onPress={() => decide(false)}>
              No
            </Button>
            {player && (
              <Button variant="quiet" onPress={() => decide(true, true)}>
                {`Always accept ${who}`}
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  )
}
