import { ownMachines, venues } from '@multiball/shared/api'
import { Banner, Button, ConfirmDialog, Icon, ShownSecret } from '@multiball/shared/ui'
import { useRef, useState } from 'react'
import { useStep } from '../../useStep'
import css from './ConnectSection.module.css'

/** What a key opens, and how it is called. */
const kinds = {
  device: {
    label: 'Device key',
    none: 'No pair code? Use a device key',
    use: 'For your own script. It works for this machine only, and you can try it here.',
    make: ownMachines.makeKey,
    revoke: ownMachines.revokeKey,
  },
  venue: {
    label: 'Venue key',
    none: 'One key for all machines of this venue',
    use: 'For your own script, which sends final scores with the names of players.',
    make: venues.makeKey,
    revoke: venues.revokeKey,
  },
}

export interface KeyBlockProps {
  kind: keyof typeof kinds
  /** of what it opens */
  id: number
  /** of what it opens */
  name: string
  hasKey: boolean
  /** the key just made, while it is shown */
  shownKey: string | undefined
  /** to make one is what the owner does next */
  isNext: boolean
  /** a key was made, or the one that is shown is to be shown no more */
  onKey(key: string | undefined): void
  /** device or key have changed */
  onChanged(): void
}

type Question = 'renew' | 'revoke'

/** A key: made once, shown once, revoked. */
export function KeyBlock({ kind, id, name, hasKey, shownKey, isNext, onKey, onChanged }: KeyBlockProps) {
  const [question, setQuestion] = useState<Question>()
  const { isBusy, failure, act } = useStep()
  // The button that was pressed goes: reading goes on here.
  const block = useRef<HTMLDivElement>(null)

  const change = async (step: () => Promise<void>) => {
    setQuestion(undefined)
    if (!(await act(step))) return
    onChanged()
    block.current?.focus()
  }
  const { label, none, use, ...calls } = kinds[kind]
  const make = () => change(async () => onKey(await calls.make(id)))
  const store = () => {
    onKey(undefined)
    block.current?.focus()
  }
  const revoke = () =>
    change(async () => {
      await calls.revoke(id)
      onKey(undefined)
    })

  return (
    <div className={css.block} ref={block} tabIndex={-1}>
      <h3 className={css.name}>
        <Icon name={hasKey ? 'success' : 'key'} /> {hasKey ? `${label} created` : none}
      </h3>
      {failure && <Banner tone="error">{failure}</Banner>}
      {shownKey !== undefined && (
        <ShownSecret label={label} what="key" value={shownKey} onStored={store}>
          This is the only time the key is shown. <strong>Copy it now.</strong>
        </ShownSecret>
      )}
      {shownKey === undefined && (
        <p className={css.words}>{hasKey ? 'It was shown once. Lost it? Make a new one.' : use}</p>
      )}
      <div className={css.actions}>
        {!hasKey && (
          <Button variant={isNext ? 'primary' : 'secondary'} icon="key" isBusy={isBusy} onPress={() => void make()}>
            Make a {label.toLowerCase()}
          </Button>
        )}
        {hasKey && shownKey === undefined && (
          <Button icon="key" isBusy={isBusy} onPress={() => setQuestion('renew')}>
            Make a new key
          </Button>
        )}
        {hasKey && (
          <Button variant="danger" isDisabled={isBusy} onPress={() => setQuestion('revoke')}>
            Revoke
          </Button>
        )}
      </div>
      <ConfirmDialog
        title="Are you sure?!"
        confirmLabel={question === 'renew' ? 'Make a new key' : 'Revoke'}
        isOpen={question !== undefined}
        onConfirm={() => void (question === 'renew' ? make() : revoke())}
        onCancel={() => setQuestion(undefined)}
        closesOnBack
      >
        <p>
          The key of <strong>{name}</strong> stops working at once.{' '}
          {question === 'renew'
            ? 'Whatever uses it will need the new key.'
            : 'Whatever uses it will be rejected. Scores are kept.'}
        </p>
      </ConfirmDialog>
    </div>
  )
}
