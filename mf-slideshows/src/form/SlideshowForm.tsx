import { boards, getSlideshowImage } from '@multiball/shared/api'
import { ApiError } from '@multiball/shared/client'
import {
  BoardForm,
  inOrder,
  NoBoards,
  PrivacyField,
  TitleField,
  useBoardChoices,
  useTypeForm,
} from '@multiball/shared/forms'
import type { BoardFormProps } from '@multiball/shared/pages'
import type { SlideshowInput } from '@multiball/shared/schema'
import { Spinner } from '@multiball/shared/ui'
import { useEffect, useRef, useState } from 'react'
import { slideshowDraft, slideshowFormSchema } from './slideshowDraft'
import { SlideshowPreview } from './SlideshowPreview'
import { boardSlideTypes, hasNoBoards, isFilled, slideKey, type Slide } from './slides'
import { SlidesField } from './SlidesField'

const notFoundStatus = 404
const pleaseWait = 'Please wait until the picture is uploaded.'

/** Which slides show what the server no longer has, by `slideKey`; what cannot be asked counts as there. */
async function missingSlides(slides: readonly Slide[]): Promise<Set<string>> {
  const isMissing = async ({ item_type, item_id }: SlideshowInput['items'][number]) => {
    try {
      await (item_type === 'slideshowimage' ? getSlideshowImage(item_id) : boards(item_type).get(item_id))
      return false
    } catch (cause) {
      return cause instanceof ApiError && cause.status === notFoundStatus
    }
  }
  const filled = slides.filter(isFilled)
  const missing = await Promise.all(filled.map(isMissing))
  return new Set(filled.flatMap((slide, at) => (missing[at] ? [slideKey(slide)!] : [])))
}

/** Creates or updates a slideshow. */
export function SlideshowForm({ owner, board, onSaved }: BoardFormProps<'slideshow'>) {
  const uploads = useRef(0)
  const [isUploading, setUploading] = useState(false)
  const [schema] = useState(() => slideshowFormSchema(() => uploads.current > 0))
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set())
  const typeForm = useTypeForm({
    type: 'slideshow',
    owner,
    board,
    schema,
    defaults: slideshowDraft(board),
    inputOf: ({ items, ...fields }) => {
      // A slide that shows nothing has passed the rules only because of an upload.
      if (uploads.current > 0 || !items.every(isFilled)) throw new ApiError({ status: 409, detail: pleaseWait })
      return { ...fields, items: inOrder(items.filter(isFilled)) }
    },
    onRefused: async (cause, { items }) => {
      if (cause instanceof ApiError && cause.fields?.items) setMissing(await missingSlides(items))
    },
    onSaved,
  })
  const { form } = typeForm
  const { is_public, items } = form.values
  const [types] = useState(boardSlideTypes)
  const choices = useBoardChoices(types, owner, items)
  useEffect(() => {
    if (!isUploading && form.failure === pleaseWait) form.forgive()
  }, [isUploading, form])
  const countUpload = (isBusy: boolean) => {
    uploads.current += isBusy ? 1 : -1
    setUploading(uploads.current > 0)
  }
  const isEmpty = !board && !items.some(isFilled)

  if (isEmpty && hasNoBoards(choices.own)) {
    return (
      <NoBoards
        title="You must create at least one scoreboard or leaderboard to use this feature."
        types={['scoreboard', 'leaderboard']}
      >
        A slideshow shows existing boards, one after the other, with pictures in between.
      </NoBoards>
    )
  }
  // Until it is known whether there is anything to show.
  if (isEmpty && !choices.own && !choices.isFailed) return <Spinner label="Loading your boards" />
  return (
    <BoardForm {...typeForm} preview={<SlideshowPreview slides={items} choices={choices} />}>
      <TitleField />
      <PrivacyField />
      <SlidesField choices={choices} isShowPublic={is_public} missing={missing} onBusy={countUpload} />
    </BoardForm>
  )
}
