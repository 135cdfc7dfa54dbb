import type { DisplayProps } from '@multiball/shared/boards'
import { timeOfDay, useNow, useScene, useStage } from '@multiball/shared/display'
import type { CSSProperties, ReactNode } from 'react'
import * as v from 'valibot'
import { settings } from '../settings'
import { tapsIn } from '../taps'
import css from './TapListDisplay.module.css'
import { TapRow } from './TapRow'
import { useInks } from './useInks'

/** Rows of a column that are still read from afar. */
const mostRows = { cell: 5, wide: 8, tall: 9 }

/** The beers on tap, alone on a screen or in a cell of a grid. Its list comes by the feed `taps`. */
export function TapListDisplay({ bootstrap, scores, layout }: DisplayProps<'taplist'>) {
  const { headline, columns: wanted, currency, accent_color } = v.parse(settings, bootstrap.settings)
  const { state, taps, oldSince } = tapsIn(scores ?? bootstrap.scores)
  const { shape } = useStage()
  const inks = useInks(accent_color)
  const now = useNow(60_000)
  useScene({ variant: 'leaderboard' })

  const isCell = layout === 'cell'
  const columns = wanted === 'two' && !isCell && shape === 'wide' ? 2 : 1
  const perColumn = isCell ? mostRows.cell : mostRows[shape]
  const shown = taps.slice(0, columns * perColumn)
  const more = taps.length - shown.length
  const rows = Math.max(3, Math.ceil(shown.length / columns))
  const name = headline || bootstrap.title
  const style = { ...inks, '--rows': rows, '--columns': columns, '--chars': name.length } as CSSProperties

  return (
    <article
      className={isCell ? css.cell : css.screen}
      style={style}
      data-shape={shape}
      data-columns={columns}
      data-narrow={isCell || shape === 'tall' || undefined}
    >
      <header className={css.header}>
        <h2 className={css.headline}>{name}</h2>
        <p className={css.facts}>
          {oldSince !== undefined && <span className={css.old}>{`As of ${timeOfDay(oldSince, now)}`}</span>}
          {more > 0 && <span>{`and ${more} more`}</span>}
        </p>
      </header>
      {state === 'none' && (
        <Note title="Nothing on tap yet">{`Post a list to /api/board/taplist/${bootstrap.id}/feed/taps/`}</Note>
      )}
      {state === 'unreadable' && (
        <Note title="This list cannot be read">{'What was posted is not { "taps": [ … ] }'}</Note>
      )}
      {state === 'known' && taps.length === 0 && <Note title="Nothing on tap">Back soon.</Note>}
      {shown.length > 0 && (
        <ol className={css.rows}>
          {shown.map(({ number, tap }) => (
            <TapRow key={`${number} ${tap.name}`} number={number} tap={tap} currency={currency} />
          ))}
        </ol>
      )}
    </article>
  )
}

function Note({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={css.note}>
      <p className={css.noteTitle}>{title}</p>
      <p className={css.noteText}>{children}</p>
    </div>
  )
}
