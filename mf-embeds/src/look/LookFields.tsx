import { ColorField, Segmented, TextField } from '@multiball/shared/ui'
import type { OwnBoard } from '../ownBoards'
import { KeyConsent } from './KeyConsent'
import { accentProblem, type Look, sizeProblem } from './look'
import css from './LookFields.module.css'

interface LookFieldsProps {
  board: OwnBoard
  look: Look
  onChange(changed: Partial<Look>): void
}

const themes = [
  { value: 'board', label: 'Same as the board' },
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
] as const
const modes = [
  { value: 'frame', label: 'Frame' },
  { value: 'inline', label: 'Inline' },
] as const
const fits = [
  { value: 'fluid', label: 'Fits the page' },
  { value: 'fixed', label: 'Fixed' },
] as const
const updates = [
  { value: 'evergreen', label: 'Automatic' },
  { value: 'pinned', label: 'Pinned' },
] as const

const modeWords = {
  frame: 'Isolated from the page around it. Right for almost every site.',
  inline: 'Part of the page, without a frame: all boards share one connection. For Element and React.',
}
const updateWords = {
  evergreen: 'Always the latest version.',
  pinned: 'Stays on this version, verified by the browser.',
}

/** What can be chosen of how a board stands in a page. */
export function LookFields({ board, look, onChange }: LookFieldsProps) {
  return (
    <div className={css.fields}>
      {board.key !== undefined && <KeyConsent isIncluded={look.hasKey} onChange={(hasKey) => onChange({ hasKey })} />}
      <Segmented
        label="Shown"
        options={modes}
        value={look.mode}
        description={modeWords[look.mode]}
        onChange={(mode) => onChange({ mode })}
      />
      <Segmented label="Theme" options={themes} value={look.theme} onChange={(theme) => onChange({ theme })} />
      <ColorField
        label="Accent"
        description="Leave empty to keep the board’s colour."
        value={look.accent}
        error={accentProblem(look.accent)}
        onChange={(accent) => onChange({ accent })}
      />
      <Segmented label="Size" options={fits} value={look.fit} onChange={(fit) => onChange({ fit })} />
      {look.fit === 'fixed' && <SizeFields look={look} onChange={onChange} />}
      <TextField
        label="Title"
        description="Read aloud by screen readers."
        value={look.title}
        placeholder={board.title}
        maxLength={256}
        autoComplete="off"
        onChange={(title) => onChange({ title })}
      />
      <Segmented
        label="Updates"
        options={updates}
        value={look.updates}
        description={updateWords[look.updates]}
        onChange={(chosen) => onChange({ updates: chosen })}
      />
    </div>
  )
}

function SizeFields({ look, onChange }: Pick<LookFieldsProps, 'look' | 'onChange'>) {
  const shared = {
    inputMode: 'numeric',
    maxLength: 4,
    autoComplete: 'off',
    after: <span className={css.unit}>px</span>,
  } as const
  return (
    <div className={css.size}>
      <TextField
        label="Width"
        value={look.width}
        error={sizeProblem(look.width)}
        onChange={(width) => onChange({ width })}
        {...shared}
      />
      <TextField
        label="Height"
        value={look.height}
        error={sizeProblem(look.height)}
        onChange={(height) => onChange({ height })}
        {...shared}
      />
    </div>
  )
}
