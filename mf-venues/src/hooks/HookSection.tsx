import { hooks } from '@multiball/shared/api'
import { boardTypeName } from '@multiball/shared/client'
import { shortTime } from '@multiball/shared/pages'
import { Unread, useRead } from '@multiball/shared/queries'
import type { Hook, HookDelivery } from '@multiball/shared/schema'
import { Banner, Button, Dot, Menu, MenuItem, styles } from '@multiball/shared/ui'
import { useId, useState, type ReactNode } from 'react'
import { Folded } from '../Folded'
import { useStep } from '../useStep'
import parts from '../parts.module.css'
import css from './HooksPage.module.css'
import { outcomeOf, statusOf, subjectOf } from './words'

interface HookSectionProps {
  hook: Hook
  now: Date
  /** its secret, while it is shown */
  children: ReactNode
  /** something was delivered, or not */
  onTried(): void
  onRenew(): void
  onRemove(): void
}

const lookAgainMs = 1_500

/** One webhook: whether it works, a test, and what its address answered. */
export function HookSection({ hook, now, children, onTried, onRenew, onRemove }: HookSectionProps) {
  const headingId = useId()
  const { id, url, board, shape } = hook
  const [isOpen, setOpen] = useState(false)
  const { isBusy, failure, act } = useStep()
  const read = useRead(isOpen ? ['hookDeliveries', id] : undefined, (signal) => hooks.deliveries(id, signal), {
    everyMs: (known) => (known.some(({ state }) => state === 'waiting') ? lookAgainMs : undefined),
  })
  const { words, isGood } = statusOf(hook)
  const name = subjectOf(hook)

  const test = async () => {
    await hooks.test(id)
    // What is not open reads nothing that could be read again.
    if (isOpen) await read.refresh()
    else setOpen(true)
    onTried()
  }

  return (
    <section id={`hook-${id}`} className={css.hook} aria-labelledby={headingId}>
      <header className={css.head}>
        <h2 className={parts.name} id={headingId} tabIndex={-1}>
          {name}
          <span className={css.kind}>{board ? boardTypeName(board.type) : 'Venue'}</span>
        </h2>
        <span className={styles.status}>
          <Dot isOn={isGood} />
          {words}
        </span>
        <Menu label={`More for the webhook of ${name}`}>
          {shape === 'multiball' && (
            <MenuItem icon="key" onPress={onRenew}>
              New secret
            </MenuItem>
          )}
          <MenuItem icon="delete" tone="danger" onPress={onRemove}>
            Remove
          </MenuItem>
        </Menu>
      </header>
      <p className={css.address}>
        {shape === 'discord' ? 'Discord: ' : ''}
        {url}
      </p>
      {children}
      {failure && <Banner tone="error">{failure}</Banner>}
      <div className={css.buttons}>
        <Button isBusy={isBusy} onPress={() => void act(test)}>
          Send a test
        </Button>
        {!isOpen && (
          <Button variant="quiet" onPress={() => setOpen(true)}>
            Show deliveries
          </Button>
        )}
      </div>
      {isOpen && <Unread read={read} what="the deliveries" />}
      {isOpen && read.loaded.type === 'ready' && <Deliveries deliveries={read.loaded.value} now={now} />}
    </section>
  )
}

function Deliveries({ deliveries, now }: { deliveries: readonly HookDelivery[]; now: Date }) {
  if (deliveries.length === 0) return <p className={css.lead}>Nothing was posted yet.</p>
  return (
    <ul className={css.deliveries} aria-label="Last deliveries">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className={css.delivery}>
          <span>
            <strong>{delivery.moment ?? 'Test'}</strong> {shortTime(new Date(delivery.created_at), now)}
          </span>
          <span className={delivery.state === 'failed' ? css.failed : css.outcome}>{outcomeOf(delivery)}</span>
          {delivery.answer && (
            <Folded title="Answer">
              <pre className={css.answer} tabIndex={0} aria-label="Answer">
                {delivery.answer}
              </pre>
            </Folded>
          )}
        </li>
      ))}
    </ul>
  )
}
