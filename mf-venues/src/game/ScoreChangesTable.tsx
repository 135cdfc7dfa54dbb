import { formatScore, visibleModes } from '@multiball/shared/display'
import { scoreFromWire } from '@multiball/shared/schema'
import type { TimelinePoint } from '@multiball/shared/schema'
import { useState } from 'react'
import { Folded } from '../Folded'
import css from './GameView.module.css'
import { playTime } from './timeline'

interface ScoreChangesTableProps {
  points: readonly TimelinePoint[]
  slots: readonly number[]
  nameOf(position: number): string
}

/** All that the chart shows, in words and digits. Nothing is written before somebody asks. */
export function ScoreChangesTable({ points, slots, nameOf }: ScoreChangesTableProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <Folded
      title={points.length === 1 ? 'The score change as a table' : `All ${points.length} score changes as a table`}
      onOpen={() => setAsked(true)}
    >
      {isAsked && (
        <div className={css.scroll} tabIndex={0} role="region" aria-label="Every score change">
          <table className={css.changes}>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Ball</th>
                {slots.map((slot) => (
                  <th key={slot} scope="col">
                    {nameOf(slot)}
                  </th>
                ))}
                <th scope="col">Modes</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ at, ball, player, scores, modes }, place) => (
                <tr key={place}>
                  <th scope="row">{playTime(at)}</th>
                  <td>{ball ?? ''}</td>
                  {slots.map((slot) => (
                    <td key={slot} data-up={slot === player || undefined}>
                      {scores[slot - 1] === undefined || scores[slot - 1] === null
                        ? ''
                        : formatScore(scoreFromWire(scores[slot - 1]!))}
                    </td>
                  ))}
                  <td>
                    {visibleModes(modes)
                      .map(({ label }) => label)
                      .join(', ')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Folded>
  )
}
