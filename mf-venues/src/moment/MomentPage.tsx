import { getGameTimeline, getMomentCard } from '@multiball/shared/api'
import { boardTypeOf, offerShare, pageConfig } from '@multiball/shared/client'
import { formatScore, nameOfPlayer } from '@multiball/shared/display'
import { Unread, useRead } from '@multiball/shared/queries'
import { useParams, useSearchParams } from '@multiball/shared/routing'
import { cardPath, scoreFromWire } from '@multiball/shared/schema'
import type { MomentCard } from '@multiball/shared/schema'
import { Button, copyText, EmptyState, LinkButton, PageHeading } from '@multiball/shared/ui'
import { lazy, Suspense, useMemo, useState } from 'react'
import { slotsOf } from '../game/timeline'
import { turnsOf } from '../game/turns'
import { Section } from '../machine/Section'
import css from './MomentPage.module.css'
import { Picture } from './Picture'

/** The chart's library is only for those who have something to see. */
const TimelineChart = lazy(() => import('../game/TimelineChart'))

const fewestPoints = 2

/** A score as it is shared: the picture of the wall, how the game went, and what to do with it. */
export function MomentPage() {
  const { card = '' } = useParams()
  const key = useSearchParams()[0].get('key') ?? undefined
  const read = useRead(['momentCard', card, key], (signal) => getMomentCard(card, signal, key))
  const { loaded } = read
  if (loaded.type === 'ready') return <Shown card={loaded.value} viewerKey={key} />
  return (
    <div className={css.page}>
      <PageHeading title="A score" />
      {loaded.type === 'missing' ? (
        <EmptyState title="This score isn’t here.">
          It was removed, its name was taken off, or its machine is no longer on a public board.
        </EmptyState>
      ) : (
        <Unread read={read} what="the score" />
      )}
    </div>
  )
}

function Shown({ card, viewerKey }: { card: MomentCard; viewerKey: string | undefined }) {
  const { heading, venuemachine, score, is_open, board } = card
  const [said, setSaid] = useState('')
  const title = `${heading}: ${formatScore(scoreFromWire(score))}`
  const path = cardPath(card.id)
  const picture = `${pageConfig().apiHost}${path}`
  const fileName = `${venuemachine.machine.name} ${String(score)}`
  const share = async () => {
    const { href } = new URL(path, location.origin)
    if (await offerShare(`${title} on ${venuemachine.machine.name}`, href)) return setSaid('')
    setSaid((await copyText(href)) ? 'Link copied' : `The link is ${href}`)
  }
  return (
    <div className={css.page}>
      <PageHeading title={title} />
      <Picture card={card} />
      {is_open ? (
        <div className={css.actions}>
          <Button variant="primary" onPress={() => void share()}>
            Share
          </Button>
          <LinkButton icon="download" href={`${picture}.png`} download={`${fileName}.png`}>
            Download the picture
          </LinkButton>
          <LinkButton icon="download" href={`${picture}-upright.png`} download={`${fileName} upright.png`}>
            Upright, for stories
          </LinkButton>
        </div>
      ) : (
        <p className={css.closed}>Others can’t open this page: no public board shows the machine.</p>
      )}
      <p className={css.said} role="status">
        {said}
      </p>
      <Course game={card.game} viewerKey={viewerKey} />
      {board && (
        <p className={css.more}>
          <LinkButton href={`/viewer/${boardTypeOf(board.type).path}/${board.id}`} variant="quiet" icon="view" newTab>
            {`Watch ${venuemachine.machine.name} live`}
          </LinkButton>
        </p>
      )}
    </div>
  )
}

/** How the game went; nothing where only its end is known. */
function Course({ game, viewerKey }: { game: number; viewerKey: string | undefined }) {
  const { loaded } = useRead(['timeline', game, viewerKey], (signal) => getGameTimeline(game, signal, viewerKey))
  const timeline = loaded.type === 'ready' ? loaded.value : undefined
  const points = useMemo(() => timeline?.points ?? [], [timeline])
  const slots = useMemo(() => slotsOf(points), [points])
  const turns = useMemo(() => turnsOf(points), [points])
  if (!timeline || points.length < fewestPoints) return null
  const nameOf = (position: number) =>
    nameOfPlayer(timeline.scores.find((score) => score.position === position)?.player) ?? `Player ${position}`
  return (
    <div className={css.course}>
      <Section title="How the game went">
        <Suspense fallback={<div className={css.waiting} />}>
          <TimelineChart points={points} slots={slots} turns={turns} nameOf={nameOf} />
        </Suspense>
      </Section>
    </div>
  )
}
