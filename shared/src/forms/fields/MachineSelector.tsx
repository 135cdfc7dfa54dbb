import type { VenueMachine } from '@multiball/shared/schema'
import { AsyncComboBox } from '@multiball/shared/ui'
import { useRef, useState } from 'react'
import { FirstSteps, useTonight } from '../firstSteps/FirstSteps'
import { machineLoader } from './machineLoader'

interface MachineSelectorProps {
  /** of the form's field */
  name: string
  label?: string
  description?: string
  error?: string
  /** whose machines come first */
  owner: number
  value: VenueMachine | null
  onChange(machine: VenueMachine | null): void
  onBlur?(): void
}

const option = ({ id, machine, venue }: VenueMachine) => ({ id, label: machine.name, detail: venue.name })

/** One machine, found by its name or its venue's. Who has none of their own is led to where one is made, and may still search others'. */
export function MachineSelector(props: MachineSelectorProps) {
  const { loaded } = useTonight()
  const hasNone = loaded.type === 'ready' && loaded.value.machines === 0
  return (
    <>
      {hasNone && !props.value && <FirstSteps />}
      <Selector {...props} />
    </>
  )
}

function Selector({ label = 'Machine', owner, value, onChange, ...rest }: MachineSelectorProps) {
  const [load] = useState(() => machineLoader(owner))
  const offered = useRef(new Map<string | number, VenueMachine>())
  return (
    <AsyncComboBox
      label={label}
      placeholder="Search by machine or venue"
      value={value && option(value)}
      onChange={(chosen) => onChange(chosen ? (offered.current.get(chosen.id) ?? value) : null)}
      load={async (text, signal) => {
        const machines = await load(text, signal)
        for (const machine of machines) offered.current.set(machine.id, machine)
        return machines.map(option)
      }}
      {...rest}
    />
  )
}
