import { ScaledScreen } from '@multiball/shared/forms'
import { idleImages } from '@multiball/shared/schema'
import css from './IdleCycle.module.css'
import type { Scene } from './samples'
import { SceneScreen, type Draft } from './SceneScreen'

/** What is no number of seconds yet is left out. */
const inSeconds = (name: string, seconds: number) =>
  seconds > 0 ? `${name}, ${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : name

/** The two screens that take turns while nobody plays; nothing when the scoreboard just stays. */
export function IdleCycle({ draft }: { draft: Draft }) {
  const { values } = draft
  if (values.idle_leaderboard_show) {
    return (
      <Turns
        draft={draft}
        screens={[
          ['Game over', inSeconds('Scoreboard', values.idle_scoreboard_sec)],
          ['Idle leaderboard', inSeconds('Leaderboard', values.idle_leaderboard_sec)],
        ]}
      />
    )
  }
  if (!values.idle_hotgame_show) {
    if (!values.attract) return null
    return (
      <Turns
        draft={draft}
        screens={[
          ['Game over', 'Scoreboard, 2 minutes'],
          ['Attract mode', 'Records, today’s best and pictures in turn'],
        ]}
      />
    )
  }
  return (
    <Turns
      draft={draft}
      screens={[
        ['Hot game', 'Hot games, if there are any'],
        ['Idle image', `Otherwise ${idleImages[values.idle_hotgame_type]}, 20 seconds`],
      ]}
    />
  )
}

function Turns({ draft, screens }: { draft: Draft; screens: readonly (readonly [Scene, string])[] }) {
  return (
    <section className={css.cycle}>
      <h2 className={css.heading}>When the game is over</h2>
      <div className={css.turns}>
        {screens.map(([scene, words]) => (
          <figure key={scene} className={css.turn}>
            <div className={css.screen} aria-hidden="true">
              <ScaledScreen>
                <SceneScreen draft={draft} scene={scene} />
              </ScaledScreen>
            </div>
            <figcaption className={css.words}>{words}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  )
}
