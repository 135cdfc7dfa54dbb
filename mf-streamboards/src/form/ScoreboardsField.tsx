import { NoBoards, useFormField } from '@multiball/shared/forms'
import { AsyncComboBox, Segmented } from '@multiball/shared/ui'
import type { FocusEvent } from 'react'
import css from './fields.module.css'
import { hasScoreboard, withType, type StreamboardDraft } from './streamboardDraft'
import type { ScoreboardChoice, ScoreboardChoices } from './useScoreboardChoices'

const types = [
  { value: 'oneUp', label: 'One machine' },
  { value: 'multiUp', label: 'Two machines' },
] as const

const asOption = ({ id, title, note }: ScoreboardChoice) => ({ id, label: title, ...(note && { detail: note }) })

/** One machine with up to four players or two with one player each, and their scoreboards. */
export function ScoreboardsField({ choices }: { choices: ScoreboardChoices }) {
  const type = useFormField<StreamboardDraft['type']>('type')
  const items = useFormField<StreamboardDraft['scoreboard_items']>('scoreboard_items')
  const configs = useFormField<StreamboardDraft['scoreboardsConfig']>('scoreboardsConfig')

  const changeType = (chosen: StreamboardDraft['type']) => {
    const next = withType({ type: type.value, scoreboard_items: items.value, scoreboardsConfig: configs.value }, chosen)
    type.onChange(next.type)
    items.onChange(next.scoreboard_items)
    configs.onChange(next.scoreboardsConfig)
  }
  const choose = (at: number, scoreboard: number | null) =>
    items.onChange(items.value.map((item, index) => (index === at ? { ...item, scoreboard } : item)))
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => !currentTarget.contains(relatedTarget) && items.onBlur()
  /** A sentence about empty places stands at them, one about the second at the second. */
  const isWrong = (at: number) => (items.value.every(hasScoreboard) ? at === items.value.length - 1 : !hasScoreboard(items.value[at]!))

  return (
    // The field is left when both of its pickers are: one that nobody came to yet is not wrong.
    <div className={css.section} role="group" aria-label="Scoreboards" data-field="scoreboard_items" onBlur={leave}>
      <Segmented
        label="Type"
        options={types}
        name={type.name}
        value={type.value}
        onChange={changeType}
        description={type.value === 'oneUp' ? 'One game with one to four players.' : 'Two games side by side, one player each.'}
      />
      {choices.count === 0 && <NoScoreboards />}
      {items.value.map((item, at) => {
        const choice = choices.of(item.scoreboard)
        return (
          <AsyncComboBox
            key={at}
            label={items.value.length > 1 ? `Scoreboard ${at + 1}` : 'Scoreboard'}
            description={at === items.value.length - 1 ? 'Only public scoreboards with one machine are listed.' : undefined}
            placeholder="Search your scoreboards"
            value={choice ? asOption(choice) : null}
            onChange={(chosen) => choose(at, chosen ? Number(chosen.id) : null)}
            load={async (text, signal) => (await choices.find(text, signal)).map(asOption)}
            error={items.error !== undefined && isWrong(at) ? items.error : undefined}
          />
        )
      })}
    </div>
  )
}

/** What an owner without a scoreboard for a stream is told. */
export const NoScoreboards = () => (
  <NoBoards title="You must create at least one public, scoreboard with only one machine to use this feature." types={['scoreboard']}>
    A streamboard overlays the live scores of such a scoreboard on your video stream.
  </NoBoards>
)
