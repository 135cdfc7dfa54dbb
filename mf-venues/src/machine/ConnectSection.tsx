import type { VenueMachine } from '@multiball/shared/schema'
import css from './ConnectSection.module.css'
import { DeviceBlock } from './DeviceBlock'
import { Examples } from './Examples'
import { KeyBlock } from './KeyBlock'
import { Section } from './Section'

interface ConnectSectionProps {
  machine: VenueMachine
  /** the key just made, while it is shown */
  shownKey: string | undefined
  /** to connect the machine is what the owner does next */
  isNext: boolean
  onKey(key: string): void
  onStored(): void
  onRevoked(): void
  /** device or key have changed */
  onChanged(): void
}

/** The two ways in which scores come from a machine. */
export function ConnectSection({ machine, shownKey, isNext, onKey, onStored, onRevoked, onChanged }: ConnectSectionProps) {
  return (
    <Section title={isNext ? 'How do its scores get here?' : 'Connection'}>
      <DeviceBlock machine={machine} onChanged={onChanged} />
      <div className={css.or}>or</div>
      <KeyBlock machine={machine} shownKey={shownKey} isNext={isNext} onKey={onKey} onStored={onStored} onRevoked={onRevoked} onChanged={onChanged} />
      <details className={css.details}>
        <summary className={css.summary}>The simple way in: curl, Python, JavaScript</summary>
        <Examples shownKey={shownKey} />
      </details>
    </Section>
  )
}
