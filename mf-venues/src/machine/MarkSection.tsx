import { ownMachines } from '@multiball/shared/api'
import { ApiError } from '@multiball/shared/client'
import { formatScore } from '@multiball/shared/display'
import { scoreFromWire } from '@multiball/shared/schema'
import type { VenueMachine } from '@multiball/shared/schema'
import { Button, TextField } from '@multiball/shared/ui'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { sentenceOf } from '../sentenceOf'
import { Section } from './Section'
import parts from '../parts.module.css'

interface MarkSectionProps {
  machine: VenueMachine
  onChanged(): void
}

const textOf = ({ mark = null }: VenueMachine) => (mark === null ? '' : formatScore(scoreFromWire(mark)))

/** The score that the machine's owner wants to hear of once it is passed. */
export function MarkSection({ machine, onChanged }: MarkSectionProps) {
  const stored = textOf(machine)
  const [typed, setTyped] = useState<string>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // What another tab stores is shown again.
  if (typed === stored) setTyped(undefined)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setError(undefined)
    setBusy(true)
    try {
      setTyped(textOf(await ownMachines.change(machine.id, { mark: typed?.trim() || null })))
      onChanged()
    } catch (thrown) {
      setError((thrown instanceof ApiError && thrown.fields?.mark?.[0]) || sentenceOf(thrown))
    }
    setBusy(false)
  }
  return (
    <Section title="A mark to pass">
      <form className={parts.pair} noValidate aria-busy={isBusy} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Tell when a score passes"
          name="mark"
          inputMode="numeric"
          autoComplete="off"
          placeholder="100,000,000"
          description="The first one that does is told as a moment. Leave it empty for none."
          value={typed ?? stored}
          error={error}
          onChange={(text) => {
            setTyped(text)
            setError(undefined)
          }}
        />
        <Button type="submit" isBusy={isBusy} isDisabled={typed === undefined}>
          Save
        </Button>
      </form>
    </Section>
  )
}
