import { listPlayedGames } from '@multiball/shared/api'
import { Button, styles } from '@multiball/shared/ui'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Unread, useRead } from '@multiball/shared/queries'
import { Section } from '../Section'
import { pointsOf } from './chartSeries'
import { ExportButtons } from './ExportButtons'
import { GamesTable } from './GamesTable'
import css from './HistorySection.module.css'

/** The chart's library is only for those who have something to see. */
const ScoreChart = lazy(() => import('./ScoreChart'))

interface HistorySectionProps {
  machine: number
  machineName: string
  /** changes when another game is over */
  newest: string
}

const chartedGames = 500
const pageSize = 10
const fewest = 2

/** The newest settled games of a machine. @param newest changes when another game is over */
export const usePlayedGames = (machine: number, newest: string) =>
  useRead(['playedGames', machine, newest], (signal) => listPlayedGames(machine, { limit: chartedGames }, signal), {
    keepsLast: true,
  })

/** What was played on the machine: as a chart, as a table, as files. */
export function HistorySection({ machine, machineName, newest }: HistorySectionProps) {
  const [shown, setShown] = useState(pageSize)
  const shownBefore = useRef(shown)
  const table = useRef<HTMLTableElement>(null)
  // The button that was pressed goes with the last page: reading goes on here.
  useEffect(() => {
    if (shown > shownBefore.current && document.activeElement === document.body)
      table.current?.tBodies[0]?.rows[shownBefore.current]?.querySelector('a')?.focus()
    shownBefore.current = shown
  }, [shown])
  const read = usePlayedGames(machine, newest)
  const { loaded } = read
  const list = loaded.type === 'ready' ? loaded.value : undefined
  const points = useMemo(() => pointsOf(list?.results ?? []), [list])
  return (
    <Section
      title="Score history"
      aside={
        list &&
        list.count > 0 && <span className={styles.help}>{list.count === 1 ? '1 game' : `${list.count} games`}</span>
      }
    >
      <Unread read={read} what="the games" />
      {list?.count === 0 && <p className={styles.help}>No finished games yet. They’ll be kept here for good.</p>}
      {points.length >= fewest && (
        <Suspense fallback={<div className={css.waiting} />}>
          <ScoreChart points={points} />
        </Suspense>
      )}
      {list && list.count > 0 && (
        <>
          <GamesTable ref={table} games={list.results.slice(0, shown)} />
          <div className={css.foot}>
            {list.results.length > shown && (
              <Button variant="quiet" onPress={() => setShown(shown + 50)}>
                Show more games
              </Button>
            )}
            <ExportButtons machine={machine} machineName={machineName} />
          </div>
          {list.count > chartedGames && (
            <p
              className={styles.help}
            >{`The chart and the table show the newest ${chartedGames} games; the files hold up to 5,000.`}</p>
          )}
        </>
      )}
    </Section>
  )
}
