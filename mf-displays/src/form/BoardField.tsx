import { matching, NoBoards, useFormField, useOwnBoards } from '@multiball/shared/forms'
import { Unread } from '@multiball/shared/queries'
import { AsyncComboBox, TextField } from '@multiball/shared/ui'
import { useState } from 'react'
import { asOption, boardOf, wordsOf, type TitledBoard } from './boardChoice'

/** What the owner calls the TV. */
export function NameField() {
  const field = useFormField<string>('name')
  return (
    <TextField
      label="Name"
      autoComplete="off"
      placeholder="Bar left"
      description="Where the TV is, for example “Over the bar”."
      {...field}
    />
  )
}

interface BoardFieldProps {
  owner: number
  /** what the TV shows now, which may be another owner's */
  current?: TitledBoard | null
}

/** One of the owner's boards, of any type. */
export function BoardField(props: BoardFieldProps) {
  const [attempt, setAttempt] = useState(0)
  // What could not be read is asked for again by a field that is new.
  return <KnownBoardField key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function KnownBoardField({ owner, current, onRetry }: BoardFieldProps & { onRetry(): void }) {
  const { value, onChange, onBlur, error, name } = useFormField<string>('board')
  const boards = useOwnBoards(owner)
  // What is typed before they are known would find nothing.
  if (boards.type !== 'ready')
    return <Unread read={{ loaded: boards, refresh: async () => onRetry() }} what="your boards" />
  const own = boards.choices
  const shown = boardOf(value)
  const choice =
    shown && [...own, ...(current ? [current] : [])].find(({ type, id }) => type === shown.type && id === shown.id)
  if (own.length === 0 && !choice) return <NoBoardsYet />
  return (
    <AsyncComboBox
      label="Board"
      placeholder="Search your boards"
      description="Any of your boards."
      name={name}
      value={choice ? asOption(choice) : null}
      onChange={(chosen) => onChange(chosen ? String(chosen.id) : '')}
      onBlur={onBlur}
      error={error}
      debounceMs={0}
      load={async (text) => matching(own, text, wordsOf).map(asOption)}
    />
  )
}

const NoBoardsYet = () => (
  <NoBoards title="You have no boards yet." types={['scoreboard']}>
    A TV shows one of your boards. Create one first; the TV will wait.
  </NoBoards>
)
