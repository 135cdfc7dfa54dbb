import type { Machine } from '@multiball/shared/schema'
import { Button, styles } from '@multiball/shared/ui'
import { useState } from 'react'
import { Backglass } from './Backglass'
import type { Title } from './titles'
import css from './TitleRow.module.css'

interface TitleRowProps {
  title: Title
  /** id of the machine that is on its way */
  adding: number | undefined
  onAdd(machine: Machine): void
}

/** One line of the catalogue; the editions of a title open below it. */
export function TitleRow({ title: { name, machines }, adding, onAdd }: TitleRowProps) {
  const [isOpen, setOpen] = useState(false)
  const [first] = machines
  if (!first) return null
  if (machines.length === 1) return <MachineLine machine={first} adding={adding} onAdd={onAdd} />
  const oldest = machines.reduce(
    (one, other) => ((other.year ?? Infinity) < (one.year ?? Infinity) ? other : one),
    first,
  )
  return (
    <li className={css.line}>
      <div className={css.row}>
        <Backglass name={oldest.name} year={oldest.year} display={oldest.display} />
        <span className={styles.rowNames}>
          <span className={css.name}>{name}</span>
          <span className={styles.help}>{`${factsOf(oldest)} · ${machines.length} editions`}</span>
        </span>
        <Button
          variant="quiet"
          icon={isOpen ? 'chevron-up' : 'chevron-down'}
          aria-label={`${isOpen ? 'Hide' : 'Show'} editions of ${name}`}
          onPress={() => setOpen(!isOpen)}
        >
          Editions
        </Button>
      </div>
      {isOpen && (
        <ul className={css.editions} aria-label={`Editions of ${name}`}>
          {machines.map((machine) => (
            <MachineLine key={machine.id} machine={machine} adding={adding} onAdd={onAdd} />
          ))}
        </ul>
      )}
    </li>
  )
}

const factsOf = ({ manufacturer, year, is_own: isOwn }: Machine) =>
  [manufacturer, year, isOwn && 'Your own machine'].filter(Boolean).join(' · ')

function MachineLine({
  machine,
  adding,
  onAdd,
}: {
  machine: Machine
  adding: number | undefined
  onAdd(machine: Machine): void
}) {
  const { id, name, year } = machine
  return (
    <li className={`${css.line} ${css.row}`}>
      <Backglass name={name} year={year} display={machine.display} />
      <span className={styles.rowNames}>
        <span className={css.name}>{name}</span>
        <span className={styles.help}>{factsOf(machine)}</span>
      </span>
      <Button
        icon="plus"
        aria-label={`Add ${name}`}
        isBusy={adding === id}
        isDisabled={adding !== undefined && adding !== id}
        onPress={() => onAdd(machine)}
      >
        Add
      </Button>
    </li>
  )
}
