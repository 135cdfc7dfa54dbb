import { ownMachines } from '@multiball/shared/api'
import { ApiError, failureWords } from '@multiball/shared/client'
import { hasCamera, ScanDialog } from '@multiball/shared/pages'
import { isDeviceUuid, PairInput } from '@multiball/shared/schema'
import type { VenueMachine } from '@multiball/shared/schema'
import { Banner, Button, ConfirmDialog, Icon, TextField } from '@multiball/shared/ui'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import * as v from 'valibot'
import { sentenceOf } from '../../sentenceOf'
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

interface DeviceBlockProps {
  machine: VenueMachine
  onChanged(): void
}

/** A device that shows a pair code, or what names it in another way. */
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
        <Icon name={machine.has_device ? 'success' : 'identify'} />{' '}
        {machine.has_device ? 'A device is paired' : 'Device with a code on its screen'}
      </h3>
      {machine.has_device ? (
        <Unpair machine={machine} onChanged={onChanged} />
      ) : (
        <Pair id={machine.id} onChanged={onChanged} />
      )}
    </div>
  )
}

function Pair({ id, onChanged }: { id: number; onChanged(): void }) {
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
      <div className={css.pair}>
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
    </>
  )
}
