import { useFormField, type BoardChoice } from '@multiball/shared/forms'
import { AsyncComboBox, LinkButton } from '@multiball/shared/ui'
import css from './IdleFields.module.css'
import type { LeaderboardChoices } from './useLeaderboardChoices'

interface LeaderboardFieldProps {
  choices: LeaderboardChoices
  /** the scoreboard had one, which was deleted */
  wasDeleted: boolean
}

/** A choice in the words of the picker. */
const asOption = ({ id, title, ownerName, isPublic }: BoardChoice) => ({ id, label: title, detail: ownerName ? `by ${ownerName}` : isPublic ? undefined : 'Private' })

const isGone = 'This leaderboard is gone. Please select another one.'
const isUnseen = 'This leaderboard is gone or private. Please select another one.'

/** Which leaderboard an idle scoreboard shows. */
export function LeaderboardField({ choices, wasDeleted }: LeaderboardFieldProps) {
  const { value, onChange, error, ...field } = useFormField<number | null>('leaderboard')
  const { value: isBoardPublic } = useFormField<boolean>('is_public')
  const { own, chosen, isMissing, find } = choices
  const trouble = isMissing ? isUnseen : value === null && wasDeleted ? isGone : undefined
  return (
    <>
      <AsyncComboBox
        label="Leaderboard"
        placeholder="Search leaderboards"
        value={chosen ? asOption(chosen) : null}
        onChange={(option) => onChange(option ? Number(option.id) : null)}
        load={async (text, signal) => (await find(text, signal)).map(asOption)}
        error={error ?? trouble}
        {...field}
      />
      {isBoardPublic && chosen && !chosen.isPublic && (
        <p className={css.none} role="status">
          This leaderboard is private: everybody sees the scoreboard alone. Who has the scoreboard’s key, such as your TVs, sees the leaderboard too.
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
