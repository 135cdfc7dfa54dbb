import { getTonight } from '@multiball/shared/api'
import { useRead, type Read } from '@multiball/shared/queries'
import { Link } from '@multiball/shared/routing'
import type { Tonight } from '@multiball/shared/schema'
import { Button, Icon, LinkButton, styles } from '@multiball/shared/ui'
import { useId } from 'react'
import { browserTimeZone } from '../fields/timeZones'
import css from './FirstSteps.module.css'

/** What goes on at the owner's machines and TVs; what is known is there at once. @param everyMs asks again so often while the page is in view */
export const useTonight = (everyMs?: number): Read<Tonight> =>
  useRead(['tonight'], (signal) => getTonight(browserTimeZone() ?? undefined, signal), { isKept: true, everyMs })

interface Step {
  label: string
  /** what there is to do */
  words: string
  action: string
  to: string
  isDone: boolean
}

/** The way from nothing to a board on a TV. */
export function stepsOf({ venue, machine, has_score, has_board, has_tv }: Tonight['steps']): Step[] {
  const machinePage = venue && machine ? `/venues/${venue}/machines/${machine}` : '/venues/add'
  return [
    {
      label: 'Venue',
      words: 'The place your machines are in.',
      action: 'Add your venue',
      to: venue ? '/venues' : '/venues/add',
      isDone: venue !== null,
    },
    {
      label: 'Machine',
      words: 'Choose it from the catalogue.',
      action: 'Add a machine',
      to: machine ? machinePage : venue ? `/venues/${venue}/machines/add` : '/venues/add',
      isDone: machine !== null,
    },
    {
      label: 'First score',
      words: 'Connect the machine, or play a test game.',
      action: 'Get the first score',
      to: machinePage,
      isDone: has_score,
    },
    {
      label: 'TV',
      words: 'Any screen with a browser. Guests scan a code on it to put their names up.',
      action: 'Put it on a TV',
      to: has_board && machine ? '/displays/pair' : machinePage,
      isDone: has_tv,
    },
  ]
}

/** The four steps to a board on a TV, each a link; nothing before they are known and once all are done. */
export function FirstSteps() {
  const { loaded } = useTonight()
  if (loaded.type !== 'ready') return null
  const steps = stepsOf(loaded.value.steps)
  return steps.every(({ isDone }) => isDone) ? null : <StepsCard steps={steps} />
}

interface StepsCardProps {
  steps: readonly Step[]
  /** all is done: the card can go */
  onDismiss?(): void
}

export function StepsCard({ steps, onDismiss }: StepsCardProps) {
  const headingId = useId()
  const next = steps.find(({ isDone }) => !isDone)
  const count = steps.filter(({ isDone }) => isDone).length
  return (
    <section className={`${styles.frame} ${css.card}`} aria-labelledby={headingId}>
      <header className={css.head}>
        <h2 className={css.title} id={headingId}>
          {next ? 'From nothing to a board on a TV' : 'Your board is on a TV'}
        </h2>
        <span className={css.count}>
          {count} of {steps.length} done
        </span>
      </header>
      <ol className={css.steps}>
        {steps.map((step, at) => (
          <li
            key={step.label}
            className={css.step}
            data-state={step.isDone ? 'done' : step === next ? 'next' : 'later'}
            aria-current={step === next ? 'step' : undefined}
          >
            <Link className={css.link} to={step.to}>
              <span className={css.mark} aria-hidden="true">
                {step.isDone ? <Icon name="check" size={14} /> : at + 1}
              </span>
              <span className={styles.rowNames}>
                <span className={css.label}>
                  {step.label}
                  {step.isDone && <span className={styles.unseen}>, done</span>}
                </span>
                <span className={css.note}>{step.words}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <div className={css.action}>
        {next ? (
          <LinkButton to={next.to} variant="primary">
            {next.action}
          </LinkButton>
        ) : (
          <Button onPress={onDismiss}>Dismiss</Button>
        )}
      </div>
    </section>
  )
}
