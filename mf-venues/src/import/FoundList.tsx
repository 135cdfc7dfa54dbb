import { venues } from '@multiball/shared/api'
import { failureWords } from '@multiball/shared/client'
import type { ListedMachine } from '@multiball/shared/schema'
import { Banner, Button, SaveBar, styles } from '@multiball/shared/ui'
import { useId, useState } from 'react'
import css from './ImportPage.module.css'

interface FoundListProps {
  venue: number
  venueName: string
  machines: readonly ListedMachine[]
  /** another list is to be read */
  onAgain(): void
  onAdded(count: number): void
}

/** What a list has: ticked is what the catalogue knows, and the owner adds what is ticked. */
export function FoundList({ venue, venueName, machines, onAgain, onAdded }: FoundListProps) {
  const missing = machines.filter(({ is_here }) => !is_here)
  const [ticked, setTicked] = useState<ReadonlySet<ListedMachine>>(
    () => new Set(missing.filter(({ machine }) => machine !== null)),
  )
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const tick = (machine: ListedMachine) => {
    const next = new Set(ticked)
    if (!next.delete(machine)) next.add(machine)
    setTicked(next)
  }
  const add = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const chosen = [...ticked].map(({ machine, name, manufacturer, year }) =>
        machine === null ? { name, manufacturer, year } : { machine },
      )
      return onAdded(await venues.addMachines(venue, chosen))
    } catch (error) {
      // What stands there by then is not added a second time.
      setFailure(failureWords(error))
    }
    setBusy(false)
  }
  const group = (title: string, of: readonly ListedMachine[], words?: string) => (
    <Group title={title} words={words} machines={of} ticked={ticked} onTick={tick} />
  )

  return (
    <>
      <p className={css.lead} role="status">
        {machines.length === 1 ? '1 machine in this list.' : `${machines.length} machines in this list.`}
      </p>
      {group(
        'Found',
        missing.filter(({ machine }) => machine !== null),
      )}
      {group(
        'Not in the catalogue',
        missing.filter(({ machine }) => machine === null),
        'Tick one to add it as a machine of your own.',
      )}
      {group(
        `Already at ${venueName}`,
        machines.filter(({ is_here }) => is_here),
      )}
      {failure && <Banner tone="error">{failure}</Banner>}
      <SaveBar>
        <Button onPress={onAgain}>Another list</Button>
        <Button variant="primary" isDisabled={ticked.size === 0} isBusy={isBusy} onPress={() => void add()}>
          {ticked.size === 1 ? 'Add 1 machine' : `Add ${ticked.size} machines`}
        </Button>
      </SaveBar>
    </>
  )
}

interface GroupProps {
  title: string
  words: string | undefined
  machines: readonly ListedMachine[]
  ticked: ReadonlySet<ListedMachine>
  onTick(machine: ListedMachine): void
}

function Group({ title, words, machines, ticked, onTick }: GroupProps) {
  const headingId = useId()
  if (machines.length === 0) return null
  return (
    <section className={css.group} aria-labelledby={headingId}>
      <h2 className={styles.heading} id={headingId}>
        {title} <span className={css.count}>{machines.length}</span>
      </h2>
      {words && <p className={css.words}>{words}</p>}
      <ul className={styles.rows} aria-labelledby={headingId}>
        {machines.map((machine) => (
          <li key={`${machine.machine} ${machine.listed} ${machine.year}`} className={css.row}>
            {machine.is_here ? (
              <span className={styles.choice}>
                <Names machine={machine} />
              </span>
            ) : (
              <label className={styles.choice}>
                <input
                  type="checkbox"
                  className={styles.mark}
                  checked={ticked.has(machine)}
                  onChange={() => onTick(machine)}
                />
                <Names machine={machine} />
              </label>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Names = ({ machine: { listed, name, manufacturer, year } }: { machine: ListedMachine }) => (
  <span className={styles.rowNames}>
    <span className={css.name}>{name}</span>
    <span className={css.facts}>
      {[manufacturer, year, listed.toLowerCase() !== name.toLowerCase() && `listed as “${listed}”`]
        .filter(Boolean)
        .join(' · ')}
    </span>
  </span>
)
