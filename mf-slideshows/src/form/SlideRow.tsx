import { BoardPicker, type BoardChoices, type ItemRow } from '@multiball/shared/forms'
import { boardTypeOf } from '@multiball/shared/client'
import { boardIsPrivate, slideDurations } from '@multiball/shared/schema'
import { Segmented, Select } from '@multiball/shared/ui'
import { useEffect, useRef } from 'react'
import { PictureField } from './PictureField'
import { slideTypeName, typesFor, withType, type Slide } from './slides'
import css from './SlidesField.module.css'

interface SlideRowProps extends ItemRow<Slide> {
  choices: BoardChoices
  /** whether everybody may see the slideshow */
  isShowPublic: boolean
  /** see usePictureUpload */
  onBusy(isBusy: boolean): void
}

const durations = slideDurations.map((seconds) => ({ value: String(seconds), label: String(seconds) }))
const durationOf = (text: string) => slideDurations.find((seconds) => String(seconds) === text) ?? 5

/** One slide: what it shows, for how long, and where it stands. */
export function SlideRow({ item: slide, at, error, onChange, buttons, choices, isShowPublic, onBusy }: SlideRowProps) {
  const { item_type: type } = slide
  const name = `Screen ${at + 1}`
  // A picture takes a while to come.
  const latest = useRef(slide)
  useEffect(() => {
    latest.current = slide
  })
  const isHidden = isShowPublic && choices.of(slide)?.isPublic === false
  return (
    <div className={css.row} role="group" aria-label={name}>
      <div className={css.head}>
        <span className={css.name}>{name}</span>
        {buttons}
      </div>
      <div className={css.content}>
        <Select
          label="Type"
          options={typesFor(slide, choices.own).map((value) => ({ value, label: slideTypeName(value) }))}
          value={type}
          onChange={(chosen) => chosen !== type && onChange(withType(slide, chosen))}
        />
        {type === 'slideshowimage' ? (
          <PictureField
            image={slide.image}
            error={error}
            onChange={(image) => onChange({ ...latest.current, item_id: image.id, image })}
            onBusy={onBusy}
          />
        ) : (
          <BoardPicker
            key={type}
            label={slideTypeName(type)}
            placeholder={`Search ${boardTypeOf(type).plural}`}
            item={slide}
            choices={choices}
            type={type}
            description={isHidden ? `Not public: viewers will read “${boardIsPrivate}” in its place.` : undefined}
            error={error}
            onChoose={(board) => onChange({ ...slide, item_id: board?.id ?? null })}
          />
        )}
      </div>
      <Segmented
        label="Duration in seconds"
        options={durations}
        value={String(slide.duration)}
        onChange={(text) => onChange({ ...slide, duration: durationOf(text) })}
      />
    </div>
  )
}
