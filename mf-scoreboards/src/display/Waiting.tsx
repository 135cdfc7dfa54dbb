import { DotMatrix, Segments } from '@multiball/shared/display'
import screen from './Screen.module.css'
import css from './Waiting.module.css'

/** Before the first game: a machine that is switched on and waits. */
export const Waiting = () => (
  <>
    <DotMatrix className={screen.banner} text="Waiting for data..." color="#ff8a1f" />
    <div className={css.waiting}>
      <Segments className={css.digits} value={0n} digits={9} blank />
    </div>
  </>
)
