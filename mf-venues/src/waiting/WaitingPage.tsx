import { waitingScores } from '@multiball/shared/api'
import { generalFailure } from '@multiball/shared/client'
import { Unread, useRead } from '@multiball/shared/queries'
import { mostDecided } from '@multiball/shared/schema'
import type { WaitingScore } from '@multiball/shared/schema'
import { Banner, Button, ConfirmDialog, EmptyState, LoadingRows, PageHeading } from '@multiball/shared/ui'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../sentenceOf'
import css from './WaitingPage.module.css'
import { WaitingRow } from './WaitingRow'
import type { Verdict } from './WaitingRow'

const pageSize = 50

/** Each where it stands first. */
const eachOnce = (scores: readonly WaitingScore[]) =>
  [...new Map([...scores].reverse().map((score) => [score.id, score])).values()].reverse()

/** Guests' scores that wait for the owner's yes, the one that was sent first above. What is decided keeps its place, so that no press meets another score. */
export function WaitingPage() {
  const read = useRead(['waitingScores'], (signal) => waitingScores.list({ limit: pageSize, offset: 0 }, signal))
  const { loaded } = read
  /** read with a later page */
  const [later, setLater] = useState<readonly WaitingScore[]>([])
  const [verdicts, setVerdicts] = useState<ReadonlyMap<number, Verdict>>(new Map())
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const [shownBefore, setShownBefore] = useState(0)
  // The button that was pressed goes with the last page: reading goes on here.
  useEffect(() => {
    if (shownBefore > 0 && document.activeElement === document.body)
      list.current?.children[shownBefore]?.querySelector('button')?.focus()
  }, [shownBefore])

  const scores = loaded.type === 'ready' ? eachOnce([...loaded.value.results, ...later]) : []
  const open = scores.filter(({ id }) => isOpen(verdicts.get(id)))
  const count = loaded.type === 'ready' ? Math.max(0, loaded.value.count - (scores.length - open.length)) : undefined

  const judge = (ids: readonly number[], verdict: (id: number) => Verdict) =>
    setVerdicts((known) => new Map([...known, ...ids.map((id) => [id, verdict(id)] as const)]))

  /** Shown at once; what is refused waits again, and says why. */
  const decide = async (ids: readonly number[], accept: boolean, always = false) => {
    judge(ids, () => ({ type: accept ? 'accepted' : 'declined', game: null }))
    for (let from = 0; from < ids.length; from += mostDecided) {
      const some = ids.slice(from, from + mostDecided)
      try {
        const { results } = await waitingScores.decide({ ids: some, accept, always })
        const known = new Map(results.map((result) => [result.id, result]))
        judge(some, (id) => {
          const { state, game = null, detail } = known.get(id) ?? { state: 'gone' }
          return state === 'waiting' ? { type: 'failed', sentence: detail ?? generalFailure } : { type: state, game }
        })
      } catch (error) {
        judge(some, () => ({ type: 'failed', sentence: sentenceOf(error) }))
      }
    }
  }

  const showMore = async () => {
    setBusy(true)
    setFailed(false)
    try {
      const { results } = await waitingScores.list({ limit: pageSize, offset: open.length })
      setShownBefore(scores.length)
      setLater([...later, ...results])
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }

  const words = open.length === 1 ? 'the one shown' : `all ${open.length} shown`
  return (
    <>
      <PageHeading
        title="Scores that wait for your yes"
        count={count === 0 ? undefined : count}
        countLabel={count === 1 ? 'score' : 'scores'}
        breadcrumb={{ label: 'Home', to: '/' }}
      />
      <Unread read={read} what="the scores" waiting={<LoadingRows label="Loading the scores" />} />
      {loaded.type === 'ready' && scores.length === 0 && (
        <EmptyState title="No score waits for your yes.">
          Guests send scores by the code of a machine. You switch it on under “Guests send scores” on the machine’s
          page.
        </EmptyState>
      )}
      {open.length > 1 && (
        <div className={css.all}>
          <Button
            icon="check"
            onPress={() =>
              void decide(
                open.map(({ id }) => id),
                true,
              )
            }
          >
            {`Yes to ${words}`}
          </Button>
          <Button variant="quiet" onPress={() => setAsking(true)}>
            {`No to ${words}`}
          </Button>
        </div>
      )}
      {scores.length > 0 && (
        <ul ref={list} className={css.scores} aria-label="Scores that wait for your yes">
          {scores.map((score) => (
            <WaitingRow
              key={score.id}
              score={score}
              verdict={verdicts.get(score.id)}
              onDecide={(accept, always) => void decide([score.id], accept, always)}
            />
          ))}
        </ul>
      )}
      {hasFailed && <Banner tone="error">{generalFailure}</Banner>}
      {count !== undefined && open.length < count && (
        <div className={css.more}>
          <Button isBusy={isBusy} onPress={() => void showMore()}>
            Show more
          </Button>
        </div>
      )}
      <ConfirmDialog
        title="Are you sure?!"
        confirmLabel="No to all"
        isOpen={isAsking}
        onConfirm={() => {
          setAsking(false)
          void decide(
            open.map(({ id }) => id),
            false,
          )
        }}
        onCancel={() => setAsking(false)}
        closesOnBack
      >
        <p>{`${open.length} scores are shown nowhere, and their photos are deleted.`}</p>
      </ConfirmDialog>
    </>
  )
}

/** It can be decided, or again. */
const isOpen = (verdict: Verdict | undefined) => verdict === undefined || verdict.type === 'failed'
