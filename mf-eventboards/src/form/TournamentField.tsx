import { useFormField } from '@multiball/shared/forms'
import { useParams } from '@multiball/shared/routing'
import { tournamentIn } from '@multiball/shared/schema'
import { TextField } from '@multiball/shared/ui'
import { foundWords, followWords } from '../follow/followWords'
import { followOf, useFollows } from '../follow/useFollows'
import { useFound } from '../follow/useFound'
import { FilesField } from './FilesField'
import { TokenField } from './TokenField'
import css from './TournamentField.module.css'

/** Where the tournament comes from: Match Play, or files of the owner's. */
export function TournamentField() {
  const field = useFormField<string>('match_play')
  // A board that is to be made has no id yet.
  const { id } = useParams()
  const { follows, refresh } = useFollows()
  const follow = id === undefined ? undefined : followOf(follows, Number(id))
  const isSaved = follow !== undefined && follow.tournament === tournamentIn(field.value.trim())
  const { found, refresh: findAgain } = useFound(follows && !isSaved ? field.value : '')
  return (
    <div className={css.tournament}>
      <TextField
        label="Match Play address or number"
        description="Shows a tournament of app.matchplay.events as it is played. Leave it empty for a tournament in files, or one that a program posts."
        autoCapitalize="none"
        autoComplete="off"
        placeholder="https://app.matchplay.events/tournaments/12345"
        maxLength={200}
        {...field}
      />
      {isSaved ? (
        <Heard {...followWords(follow, follows!.has_token, Date.now())} />
      ) : (
        found && follows && <Heard {...foundWords(found, follows.has_token)} />
      )}
      {field.value.trim() === '' && follow ? (
        <p className={css.note}>
          Update the eventboard to drop files here: it still follows tournament {follow.tournament}.
        </p>
      ) : field.value.trim() === '' ? (
        <FilesField board={id === undefined ? undefined : Number(id)} />
      ) : (
        follows && (
          <TokenField isKept={follows.has_token} onChanged={() => void Promise.all([refresh(), findAgain()])} />
        )
      )}
    </div>
  )
}

const Heard = ({ text, isTrouble }: ReturnType<typeof followWords>) => (
  <p className={css.heard} role="status" data-trouble={isTrouble || undefined}>
    {text}
  </p>
)
