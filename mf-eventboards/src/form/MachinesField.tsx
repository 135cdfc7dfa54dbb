import { listVenueMachines } from '@multiball/shared/api'
import { ItemsEditor, MachineSelector, useFormField, useVenueMachine } from '@multiball/shared/forms'
import { Button, Switch, TextField } from '@multiball/shared/ui'
import { useEffect, useRef, useState } from 'react'
import { mostMachines, withAllMachines, type MachineItem } from './machineItems'
import css from './MachinesField.module.css'

const nameOf = ({ venuemachine }: MachineItem) => (venuemachine === null ? undefined : String(venuemachine))
const newItem = (): MachineItem => ({ venuemachine: null, arena: '' })

/** The machines that are played on, so that their scores stand at the matches. */
export function MachinesField({ owner }: { owner: number }) {
  const { value } = useFormField<MachineItem[]>('machines')
  const [isNaming, setNaming] = useState(false)
  const isNamed = value.some(({ arena }) => arena !== '')
  const hasNames = isNaming || isNamed
  return (
    <>
      <ItemsEditor<MachineItem>
        name="machines"
        label="Machines"
        noun="machine"
        nameOf={nameOf}
        newItem={newItem}
        addLabel="Add machine"
        most={mostMachines}
        note={({ length }) => (length === 0 ? 'Their scores appear at the matches.' : `${length} of ${mostMachines}`)}
      >
        {({ item, at, error, onChange, buttons }) => (
          <div className={hasNames ? `${css.row} ${css.named}` : css.row}>
            <div className={css.fields}>
              <MachineField
                owner={owner}
                label={`Machine ${at + 1}`}
                id={item.venuemachine}
                error={error}
                onChange={(venuemachine) => onChange({ ...item, venuemachine })}
              />
              {hasNames && (
                <TextField
                  label="In the tournament"
                  maxLength={80}
                  value={item.arena}
                  onChange={(arena) => onChange({ ...item, arena })}
                />
              )}
            </div>
            <div className={css.buttons}>{buttons}</div>
          </div>
        )}
      </ItemsEditor>
      <AllMachines owner={owner} />
      {value.length > 0 && (
        <Switch
          name="naming"
          label="Set the tournament’s names for machines"
          description="Only needed where two machines have the same title. All others are found by themselves."
          isSelected={hasNames}
          isDisabled={isNamed}
          onChange={setNaming}
        />
      )}
    </>
  )
}

interface MachineFieldProps {
  owner: number
  label: string
  id: number | null
  error: string | undefined
  onChange(id: number | null): void
}

function MachineField({ owner, label, id, error, onChange }: MachineFieldProps) {
  const [machine, remember] = useVenueMachine(id ?? undefined)
  return (
    <MachineSelector
      name={label}
      label={label}
      owner={owner}
      value={machine ?? null}
      error={error}
      onChange={(chosen) => {
        remember(chosen)
        onChange(chosen?.id ?? null)
      }}
    />
  )
}

/** A tournament is played on most machines of a venue: nobody wants to choose them one by one. */
function AllMachines({ owner }: { owner: number }) {
  const field = useFormField<MachineItem[]>('machines')
  const latest = useRef(field)
  useEffect(() => {
    latest.current = field
  })
  const [said, setSaid] = useState('')
  const add = async () => {
    try {
      const { results } = await listVenueMachines({ owner, limit: 500 })
      // The list may have changed meanwhile.
      const { value, onChange } = latest.current
      const all = withAllMachines(
        value,
        results.map(({ id }) => id),
      )
      onChange(all.items)
      setSaid(all.said)
    } catch {
      setSaid('Your machines could not be read. Please try again.')
    }
  }
  return (
    <div className={css.all}>
      <Button variant="quiet" onPress={() => void add()}>
        Add all my machines
      </Button>
      <span role="status">{said}</span>
    </div>
  )
}
