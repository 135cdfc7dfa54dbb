import { getSetup } from '@multiball/shared/api'
import { ApiError, failureWords, pageConfig } from '@multiball/shared/client'
import { useRead } from '@multiball/shared/queries'
import { Link, useLocation, useNavigate } from '@multiball/shared/routing'
import { Banner, Button, PasswordField, TextField } from '@multiball/shared/ui'
import { useStore } from 'jotai'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { prepareDashboard } from '../layout/LazyFrame'
import css from './form.module.css'
import type { ModeProps } from './modes'
import { ModeHeading, ModeLink } from './SessionFrame'
import { useTyped } from './typed'
import { useBehind, useSignInHere } from './useSignInHere'

const refused = 'Incorrect username or password!'

/** Nobody who types quickly leaves so long between two keys. */
const pauseMs = 500

/** Two fields without rules, on everybody’s first page: too little to load a library of forms for. */
export function Login({ go, onReach, sentence, reason, ended }: ModeProps) {
  const typed = useTyped()
  const [username, setUsername] = useState(typed.read('login').username ?? '')
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState(sentence)
  const [isBusy, setBusy] = useState(false)
  const passwordInput = useRef<HTMLInputElement>(null)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const store = useStore()
  const behind = useBehind().pathname
  const signInHere = useSignInHere()

  // Whoever types a password is about to need the dashboard. It is asked for in a pause: on a slow processor, a key would wait for it.
  useEffect(() => {
    if (password === '') return
    const pause = setTimeout(() => prepareDashboard(behind, store), pauseMs)
    return () => clearTimeout(pause)
  }, [password, behind, store])

  const type = (text: string) => {
    setUsername(text)
    typed.keep('login', { username: text })
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await signInHere({ username: username.trim(), password })
    } catch (error) {
      const isRefusal = error instanceof ApiError && [400, 401, 403].includes(error.status)
      // An account that waits for its address to be confirmed is told so by the server.
      const words = error instanceof ApiError ? error.fields?.non_field_errors?.[0] : undefined
      setFailure(isRefusal ? (words ?? refused) : failureWords(error))
      if (isRefusal) setPassword('')
      setBusy(false)
      passwordInput.current?.focus()
    }
  }

  return (
    <>
      <ModeHeading takesFocus={(reason ?? ended) !== undefined}>Log in</ModeHeading>
      {(reason || ended) && <p className={css.words}>{reason || ended}</p>}
      <SetupHint />
      <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
        {failure && <Banner tone="error">{failure}</Banner>}
        <TextField
          label="Username"
          name="username"
          value={username}
          onChange={type}
          autoComplete="username"
          autoCapitalize="none"
        />
        <PasswordField
          label="Password"
          name="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          ref={passwordInput}
        />
        <div className={css.forgot} onPointerEnter={onReach} onFocus={onReach}>
          <ModeLink onPress={() => go('resetPassword')}>Forgot username or password</ModeLink>
        </div>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Log in
        </Button>
      </form>
      <div className={css.links} onPointerEnter={onReach} onFocus={onReach}>
        <ModeLink onPress={() => go('register')}>Register</ModeLink>
        <ModeLink onPress={() => go('resend')}>Resend verification Email</ModeLink>
        {reason !== undefined && <ModeLink onPress={() => void navigate({ pathname, search })}>Back</ModeLink>}
      </div>
    </>
  )
}

/** A new server has nobody who could log in. */
function SetupHint() {
  // The account may have been made since the page was written, in this very tab.
  const { loaded } = useRead(pageConfig().awaitsAccount ? ['setup'] : undefined, getSetup)
  if (loaded.type !== 'ready' || !loaded.value.is_open) return null
  return (
    <p className={css.words} role="note">
      This server has no account yet. If you run it, <Link to="/setup">set it up</Link> with the code that it printed
      when it started.
    </p>
  )
}
