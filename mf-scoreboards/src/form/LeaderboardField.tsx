import { ApiError } from '@multiball/shared/client'
import {
  BoardPicker,
  useBoardChoices,
  useFormField,
  type BoardChoice,
  type BoardChoices,
} from '@multiball/shared/forms'
import { LinkButton } from '@multiball/shared/ui'
import css from './IdleFields.module.css'

interface LeaderboardFieldProps {
  choices: LeaderboardChoices
  /** the scoreboard had one, which was deleted */
  wasDeleted: boolean
}

const isGone = 'This leaderboard has been deleted. Please select another one.'
const isUnseen = 'This leaderboard has been deleted or made private. Please select another one.'

/** Which leaderboard an idle scoreboard shows. */
export function LeaderboardField({ choices, wasDeleted }: LeaderboardFieldProps) {
  const { value, onChange, error, ...field } = useFormField<number | null>('leaderboard')
  const { value: isBoardPublic } = useFormField<boolean>('is_public')
  const { own, chosen, isMissing, find } = choices
  const trouble = isMissing ? isUnseen : value === null && wasDeleted ? isGone : undefined
  return (
    <>
      <BoardPicker
        label="Leaderboard"
        placeholder="Search leaderboards"
        item={itemOf(value)}
        choices={{ of: () => chosen, find }}
        type="leaderboard"
        onChoose={(board) => onChange(board?.id ?? null)}
        error={error ?? trouble}
        {...field}
      />
      {isBoardPublic && chosen && !chosen.isPublic && (
        <p className={css.none} role="status">
          This leaderboard is private: the public sees the scoreboard alone. Screens that have the scoreboard’s key,
          such as your TVs, show the leaderboard too.
        </p>
      )}
      {own?.length === 0 && (
        <p className={css.none}>
          You have no leaderboard of your own yet.
          <LinkButton to="/leaderboards/add" variant="quiet" icon="plus">
            Add Leaderboard
          </LinkButton>
        </p>
      )}
    </>
  )
}

export interface LeaderboardChoices extends Pick<BoardChoices, 'own' | 'find'> {
  /** the chosen one; undefined while there is none, and while it is not known */
  chosen: BoardChoice | undefined
  /** true when the chosen one is gone, or has become private */
  isMissing: boolean
}

const types = ['leaderboard'] as const

const itemOf = (id: number | null) => ({ item_type: 'leaderboard', item_id: id })

/** The leaderboards that a scoreboard's owner can choose from. @param id of the chosen one */
export function useLeaderboardChoices(owner: number, id: number | null): LeaderboardChoices {
  const item = itemOf(id)
  const { own, of, find } = useBoardChoices(types, owner, [item])
  const choice = of(item)
  const failure = choice?.failure
  // Any failure but a 404 is no news of the leaderboard; the server has the last word when saving.
  return {
    own,
    find,
    chosen: failure ? undefined : choice,
    isMissing: failure instanceof ApiError && failure.status === 404,
  }
}
