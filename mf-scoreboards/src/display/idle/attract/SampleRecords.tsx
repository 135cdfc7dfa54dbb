import type { DisplayProps } from '@multiball/shared/boards'
import { MachineLookContext, useLookOf, useScene } from '@multiball/shared/display'
import { boardView } from '../../boardView'
import css from './Attract.module.css'
import { Records } from './scenes'

const names = ['Ada B.', 'JON', 'Mei L.', 'KAT', 'Sam O.']
const scores = [84_120_330, 61_908_740, 44_020_770, 27_300_120, 12_450_310]

const records = scores.map((score, at) => ({
  position: at + 1,
  score,
  player: { id: at + 1, cached_display_name: names[at]!, initials: '', prefer_initials: false, profile_picture: null },
  settled_on: '2026-11-20T21:42:00Z',
}))

/** A board that shows nothing but its house records, none of them real: for previews. */
export function SampleRecords({ bootstrap }: DisplayProps<'scoreboard'>) {
  const view = boardView(bootstrap, undefined)
  const look = useLookOf(bootstrap.figures === 'machine' ? view.display : bootstrap.figures)
  useScene({ look: look.stage })
  return (
    <MachineLookContext value={look}>
      <section className={css.scene} data-shown="">
        <Records view={view} records={records} />
      </section>
    </MachineLookContext>
  )
}
