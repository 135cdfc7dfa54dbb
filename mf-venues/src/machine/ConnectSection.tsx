import type { VenueMachine } from '@multiball/shared/schema'
import { Fragment } from 'react'
import { Folded } from '../Folded'
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

/** The two ways in which scores come from a machine; once one is in use, it stands first and the other is put away. */
export function ConnectSection({ machine, shownKey, isNext, onKey, onStored, onRevoked, onChanged }: ConnectSectionProps) {
  const device = <DeviceBlock machine={machine} onChanged={onChanged} />
  const key = (
    <KeyBlock key="key" machine={machine} shownKey={shownKey} isNext={isNext} onKey={onKey} onStored={onStored} onRevoked={onRevoked} onChanged={onChanged} />
  )
  const examples = (
    <Folded key="examples" title="Code examples: curl, Python, JavaScript">
      <Examples shownKey={shownKey} />
    </Folded>
  )
  const both = [
    <Fragment key="device">{device}</Fragment>,
    <div key="or" className={css.or}>
      or
    </div>,
    key,
    examples,
  ]
  const keyAlone = [
    key,
    examples,
    <Folded key="folded" title="Pair a device instead">
      {device}
    </Folded>,
  ]
  return <Section title={isNext ? 'Connect this machine' : 'Connection'}>{machine.has_key && !machine.has_device ? keyAlone : both}</Section>
}
