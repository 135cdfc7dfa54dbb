import { bridges } from '@multiball/shared/api'
import { ApiError, failureWords } from '@multiball/shared/client'
import { BridgeInput } from '@multiball/shared/schema'
import type { Bridge } from '@multiball/shared/schema'
import { Banner, Button, TextField } from '@multiball/shared/ui'
import { useState } from 'react'
import type { FormEvent } from 'react'
import * as v from 'valibot'
import parts from '../parts.module.css'
import css from './BridgesPage.module.css'

/** The code that a bridge shows, typed in. */
export function CodeForm({ venue, onAdded }: { venue: number; onAdded(bridge: Bridge): void }) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<{ error?: string; banner?: string }>({})
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const { issues, output } = v.safeParse(BridgeInput, { code, venue })
    setProblem({ error: issues?.[0]?.message })
    if (issues) return
    setBusy(true)
    try {
      onAdded(await bridges.add(output as BridgeInput))
      setCode('')
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown.fields?.code?.[0] : undefined
      setProblem(
        error
          ? { error: `${error}. Check the newest line of the bridge: a code is good for ten minutes.` }
          : { banner: failureWords(thrown) },
      )
    }
    setBusy(false)
  }

  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      {problem.banner && <Banner tone="error">{problem.banner}</Banner>}
      <div className={parts.pair}>
        <TextField
          label="Code of the bridge"
          name="code"
          isMono
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={20}
          placeholder="AC4D7K"
          description="Six characters, in what the bridge prints."
          value={code}
          error={problem.error}
          onChange={(typed) => {
            setCode(typed.toUpperCase())
            setProblem({})
          }}
        />
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Connect
        </Button>
      </div>
    </form>
  )
}
