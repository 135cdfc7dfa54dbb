import { ItemsEditor, type BoardChoices } from '@multiball/shared/forms'
import { emptySlide, firstType, leastSlides, loopText, mostSlides, type Slide, slideKey } from './slides'
import { SlideRow } from './SlideRow'

interface SlidesFieldProps {
  choices: BoardChoices
  /** whether everybody may see the slideshow */
  isShowPublic: boolean
  /** what slides show (`slideKey`) and the server no longer has */
  missing: ReadonlySet<string>
  /** see usePictureUpload */
  onBusy(isBusy: boolean): void
}

const pictureGone = 'This picture has been removed. Please upload it again.'

/** The slides of the slideshow, in their order. */
export const SlidesField = ({ missing, ...rest }: SlidesFieldProps) => (
  <ItemsEditor<Slide>
    name="items"
    label="Screens"
    noun="screen"
    nameOf={slideKey}
    errorsOf={(slides, error) =>
      new Map(
        slides.flatMap((slide, at): [number, string][] =>
          missing.has(slideKey(slide) ?? '') ? [[at, slide.item_type === 'slideshowimage' ? pictureGone : error]] : [],
        ),
      )
    }
    newItem={() => emptySlide(firstType(rest.choices.own))}
    addLabel="Add Screen"
    least={leastSlides}
    most={mostSlides}
    note={loopText}
  >
    {(row) => <SlideRow {...row} {...rest} />}
  </ItemsEditor>
)
