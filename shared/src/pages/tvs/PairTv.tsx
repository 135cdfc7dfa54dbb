import { tvs } from '@multiball/shared/api'
import { ApiError, failureWords } from '@multiball/shared/client'
import { PairTvInput, type Tv } from '@multiball/shared/schema'
import { Banner, Button, focusField, TextField, type TextFieldProps } from '@multiball/shared/ui'
import { useEffect, useState, type FormEvent } from 'react'
import * as v from 'valibot'
import type { Notice } from '../notice'
import { Camera, hasCamera } from '../scan/ScanDialog'
import { codeInAddress, newTvName, shownCode } from './tvWords'
import { outcome, type TitledBoard } from './steerTv'
import css from './TvSheet.module.css'

interface PairTvProps {
  board: TitledBoard
  /** the owner's TVs so far */
  known: readonly Tv[]
  onDone(notice: Notice): void
}

interface Problems {
  code?: string
  name?: string
  banner?: string
}

/** A TV that shows a code becomes one of the owner's, with this board on it. */
export function PairTv({ board, known, onDone }: PairTvProps) {
  const [code, setCode] = useState('')
  const [name, setName] = useState(() => newTvName(known))
  const [isScanning, setScanning] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})

  useEffect(() => {
    const [wrong] = (['code', 'name'] as const).filter((field) => problems[field])
    if (wrong) focusField(wrong)
  }, [problems])

  const pair = async (typed: string) => {
    if (isBusy) return
    const { success, output, issues } = v.safeParse(PairTvInput, {
      code: typed,
      name,
      board: { type: board.type, id: board.id },
    })
    const wrong = issues ? v.flatten<typeof PairTvInput>(issues).nested : undefined
    setProblems({ code: wrong?.code?.[0], name: wrong?.name?.[0] })
    if (!success) return
    setBusy(true)
    try {
      const paired = await tvs.pair(output)
      // One that was just paired is there: it showed its code a moment ago.
      onDone(await outcome({ ...paired, is_online: true }, board.title))
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : undefined
      const banner = fields?.code || fields?.name ? undefined : (fields?.board?.[0] ?? failureWords(error))
      setProblems({ code: fields?.code?.[0], name: fields?.name?.[0], banner })
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void pair(code)
  }

  if (isScanning) {
    return (
      <div className={css.form}>
        <Camera
          read={codeInAddress}
          wrongCode="This isn’t the code of a TV. Look for the one beside the six characters."
          onFound={(found) => {
            setScanning(false)
            setCode(shownCode(found))
            void pair(found)
          }}
          onFailed={() => {
            setScanning(false)
            setProblems({ code: 'The camera can’t be used. Type the six characters.' })
          }}
        />
        <Button onPress={() => setScanning(false)}>Type the code instead</Button>
      </div>
    )
  }
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      {problems.banner && (
        <Banner tone="error" attempt={1}>
          {problems.banner}
        </Banner>
      )}
      <TvCodeField
        name="code"
        autoFocus
        value={code}
        error={problems.code}
        onChange={(typed) => {
          setCode(typed)
          setProblems({})
        }}
      />
      <TextField label="Name" name="name" autoComplete="off" value={name} error={problems.name} onChange={setName} />
      <div className={css.buttons}>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Pair TV
        </Button>
        {hasCamera() && (
          <Button icon="qr" onPress={() => setScanning(true)}>
            Scan its QR code
          </Button>
        )}
      </div>
    </form>
  )
}

type TvCodeFieldProps = Omit<TextFieldProps, 'label' | 'description' | 'placeholder'>

/** Takes the code that a TV shows, in capitals; `shownCode` and the server read spaces and look-alikes as they were meant. */
export const TvCodeField = ({ onChange, ...field }: TvCodeFieldProps) => (
  <TextField
    label="Code"
    isMono
    autoComplete="off"
    autoCapitalize="characters"
    placeholder="K7M 2XD"
    maxLength={24}
    description={`Open ${location.host}/tv on the TV. It shows six characters.`}
    onChange={(typed) => onChange(typed.toUpperCase())}
    {...field}
  />
)
