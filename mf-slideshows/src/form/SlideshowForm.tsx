import { slideshows } from '@multiball/shared/api'
import { ApiError } from '@multiball/shared/client'
import { BoardForm, PrivacyField, TitleField, useBoardChoices, useBoardForm, useOtherTitles } from '@multiball/shared/forms'
import type { BoardFormProps } from '@multiball/shared/pages'
import type { Slideshow } from '@multiball/shared/schema'
import { Spinner } from '@multiball/shared/ui'
import { useRef, useState } from 'react'
import { missingScreens } from './missingScreens'
import { NoBoards } from './NoBoards'
import { hasNoBoards } from './screenTypes'
import { boardScreenTypes, inOrder, isFilled } from './screens'
import { ScreensField } from './ScreensField'
import { slideshowDefaults } from './slideshowDefaults'
import { slideshowFormSchema, type SlideshowDraft } from './slideshowFormSchema'
import { SlideshowPreview } from './SlideshowPreview'

/** Creates or updates a slideshow. */
export function SlideshowForm({ owner, board, onSaved }: BoardFormProps<'slideshow'>) {
  const uploads = useRef(0)
  const [missing, setMissing] = useState<ReadonlySet<number>>(new Set())

  const save = async ({ items, ...input }: SlideshowDraft): Promise<Slideshow> => {
    if (uploads.current > 0) throw new ApiError({ status: 409, detail: 'Please wait until the picture is uploaded.' })
    const placed = { ...input, items: inOrder(items) }
    try {
      return await (board ? slideshows.update(board.id, placed) : slideshows.create(placed))
    } catch (cause) {
      if (cause instanceof ApiError && cause.fields?.items) setMissing(await missingScreens(items))
      throw cause
    }
  }
  const form = useBoardForm({
    schema: slideshowFormSchema,
    defaults: slideshowDefaults(board),
    owner,
    otherTitles: useOtherTitles('slideshow', owner, board?.id),
    save,
    onSaved,
  })
  const { is_public, items } = form.values
  const [types] = useState(boardScreenTypes)
  const choices = useBoardChoices(types, owner, items)
  const isEmpty = !board && !items.some(isFilled)

  if (isEmpty && hasNoBoards(choices.own)) return <NoBoards />
  // Until it is known whether there is anything to show.
  if (isEmpty && !choices.own && !choices.isFailed) return <Spinner label="Loading your boards" />
  return (
    <BoardForm form={form} kind="Slideshow" isNew={!board} listPath="/slideshows" preview={<SlideshowPreview screens={items} choices={choices} />}>
      <TitleField />
      <PrivacyField />
      <ScreensField
        choices={choices}
        isShowPublic={is_public}
        missing={missing}
        onBusy={(isBusy) => void (uploads.current += isBusy ? 1 : -1)}
      />
    </BoardForm>
  )
}
