import { pageConfig } from '@multiball/shared/client'
import { DotMatrix, Foot, PlayerName, QrCode, Stage, useNow, useStage } from '@multiball/shared/display'
import css from './CodeScreen.module.css'
import empty from './EmptyScreen.module.css'
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
          <h1 className={css.title}>Pair this TV</h1>
          <p className={css.line}>
            On a phone or laptop, open <strong>{host + pathname}</strong>
          </p>
          <p className={css.line}>and enter this code.</p>
        </div>
        {shown && (
          <div className={css.scan}>
            <p className={css.or}>
              <span>or scan</span> <span>to pair</span>
            </p>
            <div className={css.qr}>
              <QrCode address={shown.pair_url} title="QR code for pairing this TV" />
            </div>
          </div>
        )}
      </header>
      <div className={css.code} data-code={shown?.code}>
        {halves(shown?.code ?? '', shape).map((text, at) => (
          <DotMatrix key={at} className={css.panel} text={text} color={amber} atRest={text.length} />
        ))}
      </div>
      <TvFoot
        isReachable={isReachable}
        words={
          shown
            ? `${shape === 'wide' ? 'Waiting for you. ' : ''}New code in ${timeLeft(shown.endsAt - now)}`
            : 'Getting a code'
        }
      />
    </>
  )
}

/** Three and three can be kept in mind; an upright screen has them below each other. */
function halves(code: string, shape: 'wide' | 'tall'): string[] {
  const parts = [code.slice(0, 3).padEnd(3), code.slice(3).padEnd(3)]
  return shape === 'tall' ? parts : [parts.join(' ')]
}

/** A code is renewed this long before its end. */
const spareMs = 60_000

/** The time until the code is replaced, which is a minute before it ends: '8:05'. */
export function timeLeft(untilEndMs: number): string {
  const seconds = Math.max(0, Math.ceil((untilEndMs - spareMs) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const quiet = '#b3aa9b'

/** What a TV shows whose board was deleted: who it is, and what to do. */
export const EmptyScreen = ({ name, isReachable }: { name: string; isReachable: boolean }) => (
  <Stage background="#000">
    <div className={empty.middle}>
      <h1 className={empty.name}>
        <PlayerName name={name} />
      </h1>
      <DotMatrix className={empty.panel} text="NO BOARD" color={quiet} atRest={12} />
      <p className={empty.line}>This TV's board was deleted or is no longer shared.</p>
      <p className={empty.line}>
        Choose another one at <strong>{`${location.host}/displays`}</strong>
      </p>
    </div>
    <TvFoot isReachable={isReachable} words="Waiting for a board" />
  </Stage>
)

/** The last line of a TV's own screens. */
const TvFoot = ({ isReachable, words }: { isReachable: boolean; words: string }) => (
  <Foot
    connection={isReachable ? 'live' : 'offline'}
    words={isReachable ? words : "Can't reach the server"}
    branding={pageConfig().branding}
  />
)
