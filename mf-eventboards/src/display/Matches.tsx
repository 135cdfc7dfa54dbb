import { useStage } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import type { EventView } from '../event/eventView'
import { windowOf } from '../event/turns'
import { MatchCard } from './MatchCard'
import css from './MatchCard.module.css'
import { cardRoom, matchGrid, type Room } from './sizes'

interface MatchesProps {
  view: EventView
  room: Room
  slot: number
  /** see useNews */
  news: ReadonlySet<string>
}

/** The matches that are called or played, and for a moment those that just ended; what is new stands first. */
export function Matches({ view: { live, finished }, room, slot, news }: MatchesProps) {
  const { shape } = useStage()
  const isNews = ({ id }: { id: string }) => news.has(id)
  // Nothing is played any more: the results of the round stay.
  const shown = live.length > 0 ? live : finished
  const first = [...live, ...finished].filter(isNews)
  const others = shown.filter((match) => !isNews(match))
  const players = Math.max(2, ...[...first, ...others].map(({ lines }) => lines.length))
  const grid = matchGrid(shape, room, first.length + others.length, players)
  const cards = windowOf(first, others, grid.columns * grid.rows, slot)
  // The last one takes what is left of its line.
  const rest = grid.columns * grid.rows - cards.length
  return (
    <section
      className={css.matches}
      style={{ '--columns': grid.columns, '--rows': grid.rows } as CSSProperties}
      aria-label="Matches"
    >
      {cards.map((match, at) => {
        const span = at === cards.length - 1 ? 1 + rest : 1
        return (
          <MatchCard
            key={match.id}
            match={match}
            room={cardRoom(shape, room, grid, span)}
            span={span}
            isNews={news.has(match.id)}
          />
        )
      })}
    </section>
  )
}
