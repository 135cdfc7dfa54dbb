import { useFormField } from '@multiball/shared/forms'
import { type Read, Unread } from '@multiball/shared/queries'
import { comboboardLimits, type VenueMachine } from '@multiball/shared/schema'
import { EmptyState, LinkButton, SearchField, styles } from '@multiball/shared/ui'
import { useEffect, useId, useRef, useState } from 'react'
import css from './Wizard.module.css'

interface MachinesFieldProps {
  own: Read<VenueMachine[]>
  isHighDensity: boolean
  /** some that were chosen are gone */
  isLeftOut: boolean
}

/** More machines than this are worth a filter. */
const manyMachines = 12

/** The machines that boards are made for. */
export function MachinesField({ own, isHighDensity, isLeftOut }: MachinesFieldProps) {
  if (own.loaded.type !== 'ready') return <Unread read={own} what="your machines" />
  const machines = own.loaded.value
  if (machines.length === 0) {
    return (
      // A form that is sent without machines leads here.
      <div data-field="machines">
        <EmptyState
          title="You have no machines yet."
          action={<LinkButton to="/venues">Add machines to your venue</LinkButton>}
        >
          The wizard creates a scoreboard and a leaderboard for each of your machines.
        </EmptyState>
      </div>
    )
  }
  return (
    <MachineChoices
      machines={machines}
      most={isHighDensity ? comboboardLimits.highDensity : comboboardLimits.normal}
      isLeftOut={isLeftOut}
    />
  )
}

function MachineChoices({
  machines,
  most,
  isLeftOut,
}: {
  machines: readonly VenueMachine[]
  most: number
  isLeftOut: boolean
}) {
  const { name, value, onChange, onBlur, error } = useFormField<number[]>('machines')
  const [filter, setFilter] = useState('')
  const help = useId()
  const chosen = new Set(value)
  const shown = machines.filter((machine) => isFound(machine, filter))
  const shownCount = shown.filter(({ id }) => chosen.has(id)).length
  const count = machines.filter(({ id }) => chosen.has(id)).length

  /** In the order of the list, which is that of the grid. */
  const choose = (isChosen: (id: number) => boolean) =>
    onChange(machines.filter(({ id }) => isChosen(id)).map(({ id }) => id))
  const toggle = (toggled: number) => choose((id) => (id === toggled ? !chosen.has(id) : chosen.has(id)))
  const toggleAll = () => {
    const listed = new Set(shown.map(({ id }) => id))
    const isAdding = shownCount < shown.length
    choose((id) => (listed.has(id) ? isAdding : chosen.has(id)))
  }

  return (
    <fieldset
      className={`${styles.group} ${css.field}`}
      data-field={name}
      aria-describedby={help}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
    >
      <legend className={styles.legend}>Machines</legend>
      {machines.length > manyMachines && <SearchField label="Filter machines" value={filter} onChange={setFilter} />}
      <div className={css.list}>
        <Checkbox
          isMixed={shownCount > 0 && shownCount < shown.length}
          isSelected={shown.length > 0 && shownCount === shown.length}
          onChange={toggleAll}
          label="Select All"
        />
        {shown.map(({ id, machine, venue }) => (
          <Checkbox
            key={id}
            isSelected={chosen.has(id)}
            onChange={() => toggle(id)}
            label={machine.name}
            detail={venue.name}
          />
        ))}
      </div>
      <div id={help}>
        {error && <p className={`${styles.error} ${css.help}`}>{error}</p>}
        <p className={`${styles.help} ${css.help}`}>
          {count} selected, at most {most}
        </p>
      </div>
      {isLeftOut && (
        <p className={`${styles.help} ${css.help}`} role="status">
          Machines that are gone were left out.
        </p>
      )}
    </fieldset>
  )
}

const isFound = ({ machine, venue }: VenueMachine, filter: string) =>
  `${machine.name} ${venue.name}`.toLocaleLowerCase().includes(filter.trim().toLocaleLowerCase())

interface CheckboxProps {
  label: string
  /** a second, quieter text */
  detail?: string
  isSelected: boolean
  /** of many some are selected */
  isMixed?: boolean
  onChange(): void
}

/** One of many that may be chosen; the whole line is pressable. */
function Checkbox({ label, detail, isSelected, isMixed = false, onChange }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed
  }, [isMixed])
  return (
    <label className={styles.choice}>
      <input ref={box} className={styles.mark} type="checkbox" checked={isSelected} onChange={onChange} />
      <span className={css.words}>
        <span className={css.label}>{label}</span>
        {detail && <span className={css.detail}>{detail}</span>}
      </span>
    </label>
  )
}
