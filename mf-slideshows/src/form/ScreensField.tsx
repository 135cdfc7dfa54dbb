import { useFormField, type BoardChoices } from '@multiball/shared/forms'
import { Button } from '@multiball/shared/ui'
import { useState } from 'react'
import { roundText } from './roundText'
import { ScreenRow } from './ScreenRow'
import css from './ScreensField.module.css'
import { firstType, typesFor } from './screenTypes'
import { leastScreens, placesInError, withMovedScreen, withNewScreen, withoutScreen, type Screen } from './screens'
import { useScreenFocus } from './useScreenFocus'

interface ScreensFieldProps {
  choices: BoardChoices
  /** whether everybody may see the slideshow */
  isShowPublic: boolean
  /** names (`order`) of the screens that the server no longer has */
  missing: ReadonlySet<number>
  /** see usePictureUpload */
  onBusy(isBusy: boolean): void
}

const mostScreens = 100
const pictureGone = 'This picture is no longer kept. Please upload it again.'

/** The screens of the slideshow, in their order. */
export function ScreensField({ choices, isShowPublic, missing, onBusy }: ScreensFieldProps) {
  const { value: screens, onChange, onBlur, error } = useFormField<Screen[]>('items')
  const [said, setSaid] = useState('')
  const { list, focusScreen } = useScreenFocus(screens)

  const errors = errorsOf(screens, error, missing)
  const move = (at: number, by: -1 | 1) => {
    focusScreen(screens[at], by < 0 ? 'up' : 'down')
    setSaid(`Screen ${at + 1} is now screen ${at + by + 1} of ${screens.length}`)
    onChange(withMovedScreen(screens, at, by))
  }
  const remove = (at: number) => {
    focusScreen(screens[at + 1] ?? screens[at - 1], 'delete')
    setSaid(`Screen ${at + 1} was taken off, ${screens.length - 1} left`)
    onChange(withoutScreen(screens, at))
  }
  const add = () => {
    const more = withNewScreen(screens, firstType(choices.own))
    focusScreen(more.at(-1), 'content')
    onChange(more)
  }

  return (
    // Left is the field when all of its screens are: one that was not come to yet is not wrong.
    <div ref={list} className={css.field} role="group" aria-label="Screens" data-field="items" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}>
      <ol className={css.list}>
        {screens.map((screen, at) => (
          <ScreenRow
            key={screen.order}
            screen={screen}
            at={at}
            count={screens.length}
            types={typesFor(screen, choices.own)}
            choices={choices}
            isShowPublic={isShowPublic}
            error={errors.get(at)}
            onChange={(changed) => onChange(screens.map((other) => (other.order === screen.order ? changed : other)))}
            onMove={(by) => move(at, by)}
            onDelete={screens.length > leastScreens ? () => remove(at) : undefined}
            onBusy={onBusy}
          />
        ))}
      </ol>
      {error !== undefined && errors.size === 0 && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      <div className={css.add}>
        <Button icon="plus" isDisabled={screens.length >= mostScreens} onPress={add}>
          Add Screen
        </Button>
        <span className={css.count}>{roundText(screens)}</span>
      </div>
      <p className={css.said} role="status">
        {said}
      </p>
    </div>
  )
}

/** The sentence about the screens at the places that it is about; none where it is about all of them. */
function errorsOf(screens: readonly Screen[], error: string | undefined, missing: ReadonlySet<number>): Map<number, string> {
  if (error === undefined) return new Map()
  const wrong = placesInError(screens)
  if (wrong.size > 0) return new Map([...wrong].map((at) => [at, error]))
  return new Map(
    screens.flatMap(({ order, item_type }, at): [number, string][] => (missing.has(order) ? [[at, item_type === 'slideshowimage' ? pictureGone : error]] : [])),
  )
}
