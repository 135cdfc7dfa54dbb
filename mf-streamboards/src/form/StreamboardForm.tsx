import { contrast } from '@multiball/shared/display'
import {
  BoardForm,
  MomentsField,
  TitleField,
  useFormField,
  useTypeForm,
  useVenueMachine,
} from '@multiball/shared/forms'
import type { BoardFormProps } from '@multiball/shared/pages'
import { parseColor, streamboardSizes, type StreamboardConfig } from '@multiball/shared/schema'
import { ColorField, Segmented, Spinner } from '@multiball/shared/ui'
import { useState } from 'react'
import css from './fields.module.css'
import { LayoutField } from './LayoutField'
import { PlayersField } from './PlayersField'
import { NoScoreboards, ScoreboardsField, useFocusOnceOffered } from './ScoreboardsField'
import { SourceAddress } from './SourceAddress'
import { streamboardDraft, streamboardFormSchema, streamboardInput } from './streamboardDraft'
import { StreamboardPreview } from './StreamboardPreview'
import { useScoreboardChoices, type ScoreboardChoices } from './useScoreboardChoices'

/** Creates or updates a streamboard, once there is a scoreboard that it can show. */
export function StreamboardForm(props: BoardFormProps<'streamboard'>) {
  const { owner, board } = props
  const choices = useScoreboardChoices(owner, board?.scoreboard_items.map(({ scoreboard }) => scoreboard) ?? [])
  useFocusOnceOffered(choices, '[data-field=title] input')
  // What is typed into a form that then goes would go with it. One that is open stays, though they are read again.
  const [isAwaited, setAwaited] = useState(!board)
  if (isAwaited && !choices.isLoading) setAwaited(false)
  if (isAwaited) return <Spinner label="Loading your scoreboards" />
  if (!board && choices.count === 0) return <NoScoreboards owner={owner} onMade={choices.refresh} />
  return <StreamboardFields {...props} choices={choices} />
}

/** The fields of a streamboard. */
function StreamboardFields({
  owner,
  board,
  isJustCreated,
  onSaved,
  choices,
}: BoardFormProps<'streamboard'> & { choices: ScoreboardChoices }) {
  const typeForm = useTypeForm({
    type: 'streamboard',
    owner,
    board,
    schema: streamboardFormSchema,
    defaults: streamboardDraft(board),
    inputOf: streamboardInput,
    onSaved,
  })
  const { values } = typeForm.form
  const [first, second] = values.scoreboard_items.map(({ scoreboard }) => choices.of(scoreboard)?.machine)
  const machines = [useVenueMachine(first)[0], useVenueMachine(second)[0]]

  return (
    <BoardForm {...typeForm} preview={<StreamboardPreview draft={values} machines={machines} />}>
      {board && <SourceAddress id={board.id} layout={values.layout} size={values.size} hasFocus={isJustCreated} />}
      <TitleField />
      <ScoreboardsField owner={owner} choices={choices} />
      <LayoutField players={values.scoreboardsConfig.map(({ numPlayers }) => numPlayers)} />
      <SizeField layout={values.layout} />
      <PlayersField choices={choices} />
      <ColorFields background={values.backgroundColor} />
      <MomentsField />
      {!board && <SourceAddress id={undefined} layout={values.layout} size={values.size} />}
    </BoardForm>
  )
}

type Size = StreamboardConfig['size']

const sizes = streamboardSizes.map((value) => ({ value, label: value.replace('x', '×') }))

/** How many px the canvas has: the ones of the stream. */
function SizeField({ layout }: { layout: StreamboardConfig['layout'] }) {
  const { error, ...field } = useFormField<Size>('size')
  const description =
    layout === 'ScoresOnlyFixed' ? 'Scores Only Fixed is always 860×170.' : 'The resolution of your stream’s scene.'
  return <Segmented label="Canvas size" options={sizes} description={description} error={error} {...field} />
}

const leastContrast = 4.5

function textAdvice(text: string, background: string): string | undefined {
  const [one, other] = [parseColor(text), parseColor(background)]
  return one && other && contrast(one, other) < leastContrast ? 'Hard to read on this background.' : undefined
}

/** The three colours of the overlay. */
function ColorFields({ background }: { background: string }) {
  const text = useFormField<string>('textColor')
  return (
    <div className={`${css.section} ${css.three}`}>
      <ColorField label="Background colour" {...useFormField<string>('backgroundColor')} />
      <ColorField label="Text colour" description={textAdvice(text.value, background)} {...text} />
      <ColorField label="Highlight colour" {...useFormField<string>('highlightColor')} />
    </div>
  )
}
