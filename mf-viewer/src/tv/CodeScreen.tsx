import { DotMatrix, QrCode, Stage, useNow, useStage } from '@multiball/shared/display'
import css from './CodeScreen.module.css'
import { timeLeft } from './timeLeft'
import { TvFoot } from './TvFoot'
import type { TvCode } from './tvLive'

interface CodeScreenProps {
  /** undefined while none could be had */
  code: TvCode | undefined
  isReachable: boolean
}

/** What a TV without an owner shows: its code, and where to type it. */
export const CodeScreen = ({ code, isReachable }: CodeScreenProps) => (
  <Stage background="#000">
    <Invitation code={code} isReachable={isReachable} />
  </Stage>
)

const amber = '#ff8a1f'

function Invitation({ code, isReachable }: CodeScreenProps) {
  const now = useNow(1000)
  const { shape } = useStage()
  // A code that is over is not to be typed.
  const shown = code && now < code.endsAt ? code : undefined
  const { host, pathname } = new URL(code?.pair_url ?? '/displays', location.href)
  return (
    <>
      <header className={css.head}>
        <div className={css.words}>
          <h1 className={css.title}>Pair this screen</h1>
          <p className={css.line}>
            On a phone or laptop, open <strong>{host + pathname}</strong>
          </p>
          <p className={css.line}>and type this code.</p>
        </div>
        {shown && (
          <div className={css.scan}>
            <p className={css.or}>
              <span>or scan</span> <span>to pair</span>
            </p>
            <div className={css.qr}>
              <QrCode address={shown.pair_url} title="QR code of the address at which this screen is paired" />
            </div>
          </div>
        )}
      </header>
      <div className={css.code} data-code={shown?.code}>
        {halves(shown?.code ?? '', shape).map((text, at) => (
          <DotMatrix key={at} className={css.panel} text={text} color={amber} atRest={text.length} />
        ))}
      </div>
      <TvFoot isReachable={isReachable} words={shown ? `${shape === 'wide' ? 'Waiting for you. ' : ''}New code in ${timeLeft(shown.endsAt - now)}` : 'Asking for a code'} />
    </>
  )
}

/** Three and three can be kept in mind; an upright screen has them below each other. */
function halves(code: string, shape: 'wide' | 'tall'): string[] {
  const parts = [code.slice(0, 3).padEnd(3), code.slice(3).padEnd(3)]
  return shape === 'tall' ? parts : [parts.join(' ')]
}
