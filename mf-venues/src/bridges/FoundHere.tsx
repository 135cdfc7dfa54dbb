import type { VenueMachine } from '@multiball/shared/schema'
import { Button, styles } from '@multiball/shared/ui'
import parts from '../parts.module.css'
import css from './BridgesPage.module.css'

interface FoundHereProps {
  /** machines of the venue to which no device is paired */
  machines: readonly VenueMachine[]
  /** id of the machine that is being connected */
  choosing: number | undefined
  onChoose(machine: VenueMachine): void
}

/** A machine that was found may stand in the venue already. */
export const FoundHere = ({ machines, choosing, onChoose }: FoundHereProps) => (
  <section className={css.here} aria-labelledby="already-here">
    <h2 className={parts.name} id="already-here">
      Already in this venue
    </h2>
    <ul className={styles.rows} aria-labelledby="already-here">
      {machines.map((one) => (
        <li key={one.id} className={`${styles.row} ${css.row}`}>
          <span className={css.found}>{one.machine.name}</span>
          <Button
            aria-label={`It is ${one.machine.name}`}
            isBusy={choosing === one.id}
            isDisabled={choosing !== undefined && choosing !== one.id}
            onPress={() => onChoose(one)}
          >
            It’s this one
          </Button>
        </li>
      ))}
    </ul>
  </section>
)
