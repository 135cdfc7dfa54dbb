import { Dialog, hasSingleKeys, SingleKeysSwitch } from '@multiball/shared/ui'
import { useState } from 'react'
import { listSections } from '../remotes/listSections'
import { goKeys, isApple } from './keys'
import css from './KeysDialog.module.css'

const Line = ({ keys, label }: { keys: readonly string[]; label: string }) => (
  <div className={css.line}>
    <dt>
      {keys.map((key) => (
        <kbd key={key} className={css.key}>
          {key}
        </kbd>
      ))}
    </dt>
    <dd>{label}</dd>
  </div>
)

/** Every key of the dashboard, and a way to do without those that are one letter. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const [isOn, setOn] = useState(hasSingleKeys)
  return (
    <Dialog title="Keys" isOpen onClose={onClose}>
      <dl className={css.keys}>
        <Line keys={[isApple ? '⌘' : 'Ctrl', 'K']} label="Jump to, also while typing" />
        <Line keys={['?']} label="This list" />
        {goKeys(listSections()).map(({ letter, label, path }) => (
          <Line key={path} keys={['g', letter]} label={label} />
        ))}
        <Line keys={['Esc']} label="Closes what is open" />
      </dl>
      <SingleKeysSwitch isOn={isOn} onChange={setOn} />
    </Dialog>
  )
}
