import { Button } from '@multiball/shared/ui'
import css from './ClaimPage.module.css'
import { useAsk } from './useAsk'

/** The way on where letters do not do. @param sentence says so */
export function AccountsOnly({ sentence }: { sentence: string }) {
  const ask = useAsk()
  const reason = `${sentence} You’ll come back to your score.`
  return (
    <>
      <p className={css.words}>{sentence}</p>
      <div className={css.actions}>
        <Button variant="primary" onPress={() => ask('login', reason)}>
          Log in
        </Button>
        <Button onPress={() => ask('register', reason)}>Register</Button>
      </div>
    </>
  )
}
