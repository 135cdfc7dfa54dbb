import type { BoardChoices } from '@multiball/shared/forms'
import { AsyncComboBox, IconButton } from '@multiball/shared/ui'
import { asOption } from './boardOption'
import type { Item } from './items'
import css from './ItemsField.module.css'

interface ItemRowProps {
  item: Item
  /** 0 is the first */
  at: number
  count: number
  choices: BoardChoices
  error: string | undefined
  onChoose(item: Item): void
  onMove(by: -1 | 1): void
  onDelete(): void
}

/** One board of the grid: which one, and where it stands. */
export function ItemRow({ item, at, count, choices, error, onChoose, onMove, onDelete }: ItemRowProps) {
  const choice = choices.of(item)
  const name = choice?.title ?? `item ${at + 1}`
  const choose = (key: string) => {
    const [type, id] = key.split(' ')
    onChoose({ ...item, item_type: type!, item_id: Number(id) })
  }
  return (
    <li className={css.row} data-item={item.order}>
      <div className={css.picker}>
        <AsyncComboBox
          label={`Item ${at + 1}`}
          placeholder="Search scoreboards and leaderboards"
          value={choice ? asOption(choice) : null}
          onChange={(chosen) => (chosen ? choose(String(chosen.id)) : onChoose({ ...item, item_id: 0 }))}
          load={async (text, signal) => (await choices.find(text, signal)).map(asOption)}
          error={error}
        />
      </div>
      <div className={css.buttons}>
        <span data-button="up">
          <IconButton icon="chevron-up" label={`Move ${name} up`} isDisabled={at === 0} onPress={() => onMove(-1)} />
        </span>
        <span data-button="down">
          <IconButton icon="chevron-down" label={`Move ${name} down`} isDisabled={at === count - 1} onPress={() => onMove(1)} />
        </span>
        <span data-button="delete">
          <IconButton icon="delete" label={`Delete ${name}`} onPress={onDelete} />
        </span>
      </div>
    </li>
  )
}

