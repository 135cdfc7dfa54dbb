import { ownMachines } from '@multiball/shared/api'
import { ApiError, failureWords } from '@multiball/shared/client'
import { hasCamera, ScanDialog } from '@multiball/shared/pages'
import { isDeviceUuid, PairInput } from '@multiball/shared/schema'
import type { VenueMachine } from '@multiball/shared/schema'
import { Banner, Button, ConfirmDialog, Icon, TextField } from '@multiball/shared/ui'
import { useState } from 'react'
import type { FormEvent } from 'react'
import * as v from 'valibot'
import { useStep } from '../../useStep'
import parts from '../../parts.module.css'
import css from './ConnectSection.module.css'

/** With blanks between its characters. */
const longestCode = 11

const adviceFor = (shown: string) =>
  isDeviceUuid(shown) ? 'Switch the machine off and on, and try again within an hour.' : 'Check the code on the device.'

/** What a device's QR code says, as the server takes it. */
function readShown(text: string): string | undefined {
  const { success, output } = v.safeParse(PairInput, { shortcode: text })
  return success ? (output as v.InferOutput<typeof PairInput>).shortcode : undefined
}

/** A device is put on the machine by the code that it shows, or by what names it in another way. */
export function Pair({ id, onChanged }: { id: number; onChanged(): void }) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<{ error?: string; banner?: string }>({})
  const [isBusy, setBusy] = useState(false)

  const [isScanning, setScanning] = useState(false)

  const pair = async (typed: string) => {
    if (isBusy) return
    const { issues, output } = v.safeParse(PairInput, { shortcode: typed })
    setProblem({ error: issues?.[0]?.message })
    if (issues) return
    const { shortcode } = output as v.InferOutput<typeof PairInput>
    setBusy(true)
    try {
      await ownMachines.pair(id, shortcode)
      onChanged()
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown.fields?.shortcode?.[0] : undefined
      setProblem(error ? { error: `${error}. ${adviceFor(shortcode)}` } : { banner: failureWords(thrown) })
    }
    setBusy(false)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void pair(code)
  }

  return (
    <form className={css.block} noValidate onSubmit={submit}>
      {problem.banner && <Banner tone="error">{problem.banner}</Banner>}
      <div className={parts.pair}>
        <TextField
          label="Pair code"
          name="shortcode"
          isMono
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={2000}
          placeholder="AC4D7K"
          description="Six characters, on the device’s screen or the machine’s display. It shows a QR code? Scan it. A link or a long ID? Paste it."
          value={code}
          error={problem.error}
          onChange={(typed) => {
            setCode(typed.length > longestCode ? typed : typed.toUpperCase())
            setProblem({})
          }}
        />
        <Button type="submit" isBusy={isBusy}>
          Pair
        </Button>
      </div>
      {hasCamera() && (
        <div className={css.actions}>
          <Button icon="qr" onPress={() => setScanning(true)}>
            Scan a QR code
          </Button>
        </div>
      )}
      <ScanDialog
        title="Scan the machine’s QR code"
        read={readShown}
        wrongCode="This code does not name a device. Look for the one that is for pairing."
        isOpen={isScanning}
        onClose={() => setScanning(false)}
        onFound={(shown) => {
          setScanning(false)
          setCode(shown)
          void pair(shown)
        }}
        onFailed={() => {
          setScanning(false)
          setProblem({ error: 'The camera can’t be used. Type the code, or paste the link or the ID.' })
        }}
      />
    </form>
  )
}

interface PairedProps {
  machine: VenueMachine
  onChanged(): void
}

/** A device is on the machine, and can be taken off it. */
export function Paired({ machine: { id, machine }, onChanged }: PairedProps) {
  const [isAsking, setAsking] = useState(false)
  const { failure, act } = useStep()
  const unpair = async () => {
    setAsking(false)
    if (await act(() => ownMachines.unpair(id))) onChanged()
  }
  return (
    <div className={css.block}>
      <h3 className={css.name}>
        <Icon name="success" /> A device is paired
      </h3>
      {failure && <Banner tone="error">{failure}</Banner>}
      <div className={css.actions}>
        <Button onPress={() => setAsking(true)}>Unpair</Button>
      </div>
      <ConfirmDialog
        title="Are you sure?!"
        confirmLabel="Unpair"
        isOpen={isAsking}
        onConfirm={() => void unpair()}
        onCancel={() => setAsking(false)}
        closesOnBack
      >
        <p>
          <strong>{machine.name}</strong> won’t send scores until a device is paired again. The device shows a new code.
          Scores are kept.
        </p>
      </ConfirmDialog>
    </div>
  )
}
