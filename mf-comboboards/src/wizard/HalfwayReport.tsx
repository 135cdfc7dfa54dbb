import { Banner, Button } from '@multiball/shared/ui'
import { useEffect, useRef } from 'react'
import type { Halfway } from './halfway'
import css from './Wizard.module.css'

interface HalfwayReportProps {
  halfway: Halfway
  /** why removing did not remove everything */
  failure: string | undefined
  /** while the rest is tried again */
  isBusy: boolean
  onRemove(): void
  onKeep(): void
}

/** What was made before it stopped, and what can be done now. */
export function HalfwayReport({ halfway: { machines, made, unsure }, failure, isBusy, onRemove, onKeep }: HalfwayReportProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [made.length, failure])
  const total = 2 * machines.length + 1
  return (
    <section className={css.panel} aria-labelledby="wizard-report">
      <h2 id="wizard-report" ref={heading} tabIndex={-1}>
        {made.length} of {total} boards were made
      </h2>
      {failure && <Banner tone="error">{failure}</Banner>}
      {made.length > 0 && (
        <ul className={css.made} aria-label="Boards that were made">
          {made.map(({ type, id, title }) => (
            <li key={`${type} ${id}`}>
              <span>{title}</span> <span className={css.type}>{type}</span>
            </li>
          ))}
        </ul>
      )}
      {unsure && (
        <p>
          It is not known whether the {unsure.type} “{unsure.title}” was made: no answer came. Both trying again and removing look for it first.
        </p>
      )}
      <div className={css.buttons}>
        <Button type="submit" isBusy={isBusy}>Try the rest again</Button>
        <Button variant="danger" isDisabled={isBusy} onPress={onRemove}>
          Remove what was made
        </Button>
        <Button variant="quiet" isDisabled={isBusy} onPress={onKeep}>
          Keep it and start over
        </Button>
      </div>
    </section>
  )
}
