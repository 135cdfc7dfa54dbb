import { matchPlay } from '@multiball/shared/api'
import { failureWords } from '@multiball/shared/client'
import { Button, TextField } from '@multiball/shared/ui'
import { useState } from 'react'
import css from './TournamentField.module.css'

/** The token that the owner's tournaments are asked with: for private ones. It is saved at once, for all boards of the owner. */
export function TokenField({ isKept, onChanged }: { isKept: boolean; onChanged(): void }) {
  const [isOpen, setOpen] = useState(false)
  const [token, setToken] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
      setOpen(false)
      setToken('')
      onChanged()
    } catch (thrown) {
      setFailure(failureWords(thrown))
    }
    setBusy(false)
  }
  if (!isOpen)
    return (
      <div className={css.token}>
        <span>{isKept ? 'Your Match Play token is kept.' : 'Is the tournament private?'}</span>
        <Button variant="quiet" onPress={() => setOpen(true)}>
          {isKept ? 'Replace the token' : 'Add a Match Play token'}
        </Button>
        {isKept && (
          <Button variant="quiet" isBusy={isBusy} onPress={() => void attempt(matchPlay.forgetToken)}>
            Remove it
          </Button>
        )}
        {failure && <span className={css.failure}>{failure}</span>}
      </div>
    )
  return (
    <div className={css.newToken}>
      <TextField
        label="Match Play token"
        type="password"
        autoComplete="off"
        description="Made at app.matchplay.events/account/tokens. It is kept for all your eventboards, and never shown again."
        maxLength={400}
        value={token}
        error={failure}
        onChange={setToken}
      />
      <div className={css.token}>
        <Button isBusy={isBusy} onPress={() => void attempt(() => matchPlay.keepToken(token))}>
          Keep the token
        </Button>
        <Button variant="quiet" onPress={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
