import { ownMachines } from '@multiball/shared/api'
import { ApiError, generalFailure } from '@multiball/shared/client'
import { PairInput } from '@multiball/shared/schema'
import type { VenueMachine } from '@multiball/shared/schema'
import { Banner, Button, ConfirmDialog, Icon, TextField } from '@multiball/shared/ui'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import * as v from 'valibot'
import { sentenceOf } from '../sentenceOf'
import css from './ConnectSection.module.css'

interface DeviceBlockProps {
  machine: VenueMachine
  onChanged(): void
}

/** A device that shows a pair code. */
export function DeviceBlock({ machine, onChanged: reload }: DeviceBlockProps) {
  // The button that was pressed goes: reading goes on here.
  const block = useRef<HTMLDivElement>(null)
  const onChanged = () => {
    reload()
    block.current?.focus()
  }
  return (
    <div className={css.block} ref={block} tabIndex={-1}>
      <h3 className={css.name}>
        <Icon name={machine.has_device ? 'success' : 'identify'} /> {machine.has_device ? 'A device is paired' : 'A device that shows a code'}
      </h3>
      {machine.has_device ? <Unpair machine={machine} onChanged={onChanged} /> : <Pair id={machine.id} onChanged={onChanged} />}
    </div>
  )
}

function Pair({ id, onChanged }: { id: number; onChanged(): void }) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<{ error?: string; banner?: string }>({})
  const [isBusy, setBusy] = useState(false)

  const pair = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const { issues, output } = v.safeParse(PairInput, { shortcode: code.replaceAll(/\s/g, '') })
    setProblem({ error: issues?.[0]?.message })
    if (issues) return
    setBusy(true)
    try {
      await ownMachines.pair(id, (output as v.InferOutput<typeof PairInput>).shortcode)
      onChanged()
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown.fields?.shortcode?.[0] : undefined
      setProblem(error ? { error: `${error}. Look at the device again.` } : { banner: thrown instanceof ApiError ? thrown.message : generalFailure })
    }
    setBusy(false)
  }

  return (
    <form className={css.block} noValidate onSubmit={(event) => void pair(event)}>
      {problem.banner && <Banner tone="error">{problem.banner}</Banner>}
      <div className={css.pair}>
        <TextField
          label="Pair code"
          name="shortcode"
          isMono
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={12}
          placeholder="AC4D7K"
          description="Six characters, on the device’s screen or the machine’s display."
          value={code}
          error={problem.error}
          onChange={(typed) => {
            setCode(typed.toUpperCase())
            setProblem({})
          }}
        />
        <Button type="submit" isBusy={isBusy}>
          Pair
        </Button>
      </div>
    </form>
  )
}

function Unpair({ machine: { id, machine }, onChanged }: DeviceBlockProps) {
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const unpair = async () => {
    setAsking(false)
    try {
      await ownMachines.unpair(id)
      onChanged()
    } catch (error) {
      setFailure(sentenceOf(error))
    }
  }
  return (
    <>
      {failure && <Banner tone="error">{failure}</Banner>}
      <div className={css.actions}>
        <Button onPress={() => setAsking(true)}>Unpair</Button>
      </div>
      <ConfirmDialog title="Are you sure?!" confirmLabel="Unpair" isOpen={isAsking} onConfirm={() => void unpair()} onCancel={() => setAsking(false)} closesOnBack>
        <p>
          <strong>{machine.name}</strong> sends no scores until a device is paired again. The device shows a new code. Scores stay.
        </p>
      </ConfirmDialog>
    </>
  )
}
