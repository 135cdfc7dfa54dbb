import { Icon, styles } from '@multiball/shared/ui'
import { nextStep, stepsOf } from './nextStep'
import type { SetUp } from './nextStep'
import css from './SetUpSteps.module.css'

/** How far the machine's set-up is; nothing once all is done. */
export function SetUpSteps({ setUp }: { setUp: SetUp }) {
  const next = nextStep(setUp)
  if (!next) return null
  return (
    <ol className={css.steps} aria-label="Set-up">
      {stepsOf(setUp).map(({ step, label, isDone }, at) => (
        <li
          key={step}
          className={css.step}
          data-state={isDone ? 'done' : step === next ? 'next' : 'later'}
          aria-current={step === next ? 'step' : undefined}
        >
          <span className={css.mark} aria-hidden="true">
            {isDone ? <Icon name="check" size={14} /> : at + 1}
          </span>
          {label}
          {isDone && <span className={styles.unseen}>, done</span>}
        </li>
      ))}
    </ol>
  )
}
