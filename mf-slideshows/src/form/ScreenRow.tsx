import type { BoardChoices } from '@multiball/shared/forms'
import { slideDurations } from '@multiball/shared/schema'
import { IconButton, Segmented, Select } from '@multiball/shared/ui'
import { BoardPicker } from './BoardPicker'
import { PictureField } from './PictureField'
import css from './ScreensField.module.css'
import { screenTypeName } from './screenTypes'
import { withType, type Screen, type ScreenType } from './screens'

interface ScreenRowProps {
  screen: Screen
  /** 0 is the first */
  at: number
  count: number
  types: readonly ScreenType[]
  choices: BoardChoices
  isShowPublic: boolean
  error: string | undefined
  onChange(screen: Screen): void
  onMove(by: -1 | 1): void
  /** undefined where it may not be deleted */
  onDelete: (() => void) | undefined
  /** see usePictureUpload */
  onBusy(isBusy: boolean): void
}

const durations = slideDurations.map((seconds) => ({ value: String(seconds), label: String(seconds) }))
const durationOf = (text: string) => slideDurations.find((seconds) => String(seconds) === text) ?? 5

/** One screen: what it shows, for how long, and where it stands. */
export function ScreenRow({ screen, at, count, types, choices, isShowPublic, error, onChange, onMove, onDelete, onBusy }: ScreenRowProps) {
  const name = `screen ${at + 1}`
  return (
    <li>
      <div className={css.row} data-screen={screen.order} role="group" aria-label={`Screen ${at + 1}`}>
        <div className={css.head}>
          <span className={css.name}>Screen {at + 1}</span>
          <span data-button="up">
            <IconButton icon="chevron-up" label={`Move ${name} up`} isDisabled={at === 0} onPress={() => onMove(-1)} />
          </span>
          <span data-button="down">
            <IconButton icon="chevron-down" label={`Move ${name} down`} isDisabled={at === count - 1} onPress={() => onMove(1)} />
          </span>
          {onDelete && (
            <span data-button="delete">
              <IconButton icon="delete" label={`Delete ${name}`} onPress={onDelete} />
            </span>
          )}
        </div>
        <div className={css.content} data-content="">
          <Select
            label="Type"
            options={types.map((value) => ({ value, label: screenTypeName(value) }))}
            value={screen.item_type}
            onChange={(type) => type !== screen.item_type && onChange(withType(screen, type))}
          />
          {screen.item_type === 'slideshowimage' ? (
            <PictureField
              image={screen.image}
              error={error}
              onChange={(image) => onChange({ ...screen, item_id: image.id, image })}
              onBusy={onBusy}
            />
          ) : (
            <BoardPicker type={screen.item_type} screen={screen} choices={choices} isShowPublic={isShowPublic} error={error} onChange={onChange} />
          )}
        </div>
        <Segmented
          label="Duration in seconds"
          options={durations}
          value={String(screen.duration)}
          onChange={(text) => onChange({ ...screen, duration: durationOf(text) })}
        />
      </div>
    </li>
  )
}
