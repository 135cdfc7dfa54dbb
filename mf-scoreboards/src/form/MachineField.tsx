import { MachineSelector, useFormField } from '@multiball/shared/forms'
import type { ScoreboardInput, VenueMachine } from '@multiball/shared/schema'

interface MachineFieldProps {
  owner: number
  machine: VenueMachine | undefined
  onChoose(machine: VenueMachine | null): void
}

/** The scoreboard's one machine. */
export function MachineField({ owner, machine, onChoose }: MachineFieldProps) {
  const { name, onChange, onBlur, error } = useFormField<ScoreboardInput['venuemachine_items']>('venuemachine_items')
  const choose = (chosen: VenueMachine | null) => {
    onChoose(chosen)
    onChange(chosen ? [{ venuemachine: chosen.id, order: 0 }] : [])
  }
  return <MachineSelector name={name} owner={owner} value={machine ?? null} onChange={choose} onBlur={onBlur} error={error} />
}
