import { drumPlaceOf, drumPlaces, drumStrip, drumWidth, hasCommaAfter, rollTo } from '@multiball/shared/glyphs'
import { Fragment, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import type { MachineLook } from './look'
import { isStill } from '../motion'
import { formatScore } from '../numbers/score'
import { useCountUp } from '../numbers/useCountUp'
import type { DigitsProps } from '../segments/Segments'
import { Spoken } from '../Spoken'
import css from './drums.module.css'
import { LampBanner, LampStrip } from './WordBanner'

const separatorWidth = 0.2
/** The frame around the windows. */
const edge = 0.08
const width = (digits: number) =>
  Math.round((drumWidth * digits + separatorWidth * Math.floor((digits - 1) / 3) + 2 * edge) * 1000) / 1000

const rollMs = 900
/** Each drum starts a little after the one to its right, as if that had pushed it on. */
const laterMs = 25
const easing = 'cubic-bezier(0.3, 0.1, 0.2, 1)'

/** One drum, and the way that it is on. */
interface Drum {
  character: string
  /** where it ends, or rests */
  place: number
  from: number
  rolling: Animation | undefined
}

const shift = (place: number) => `translateY(${(-100 * place) / drumPlaces}%)`

/** Where a drum is now, between two places too. */
function placeNow({ place, from, rolling }: Drum): number {
  const progress = rolling?.playState === 'running' ? rolling.effect?.getComputedTiming().progress : undefined
  const now = typeof progress === 'number' ? from + (rollTo(from, place) - from) * progress : place
  return now > 10.999 ? now - 10 : now
}

interface DrumsProps extends DigitsProps {
  /** 'reels' roll, 'lights' go out and on */
  kind: 'reels' | 'lights'
}

/** A score on printed drums behind windows, 1 em high. They roll by transform only, on the compositor: nothing is drawn again. */
function Drums({ kind, value, digits, glow, blank, still, name, className }: DrumsProps) {
  const bank = useRef<HTMLSpanElement>(null)
  const drums = useRef<Drum[]>([])
  const cells = useMemo(() => Array.from({ length: digits }, (_, index) => index), [digits])

  const write = useCallback(
    (shown: bigint) => {
      const text = blank ? '' : String(shown)
      const elements = bank.current?.querySelectorAll<HTMLElement>('[data-face]') ?? []
      const wasShown = drums.current.length === elements.length
      const before = drums.current
      drums.current = [...elements].map((window, index) => {
        const element = window.firstElementChild as SVGElement
        const character = text[text.length - digits + index] ?? ''
        const place = drumPlaceOf(character)
        const old = before[index]
        if (wasShown && old?.character === character) return old
        window.dataset.face = character === '-' ? 'minus' : place === 0 ? 'blank' : ''
        element.style.transform = shift(place)
        const from = wasShown && old ? placeNow(old) : place
        old?.rolling?.cancel()
        if (still || from === place || isStill()) return { character, place, from, rolling: undefined }
        const delay = (digits - 1 - index) * laterMs
        const rolling =
          kind === 'lights'
            ? element.animate([{ opacity: 0.2 }, {}], { duration: 220, delay, fill: 'backwards' })
            : element.animate([{ transform: shift(from) }, { transform: shift(rollTo(from, place)) }], {
                duration: rollMs,
                delay,
                easing,
                fill: 'backwards',
              })
        return { character, place, from, rolling }
      })
    },
    [digits, blank, still, kind],
  )
  const begin = useCallback((shown: bigint) => void (drums.current.length === 0 && write(shown)), [write])
  // The drums do the counting: what follows the number on show comes while they roll. Lamps go on at once.
  useCountUp(value, begin, { still: still || kind === 'lights', name })
  useLayoutEffect(() => write(value), [write, value])

  return (
    <span
      className={`${css.figures} ${css[kind]} ${glow ? css.glowing : ''} ${className ?? ''}`}
      style={{ width: `${width(digits)}em` }}
    >
      {!blank && <Spoken>{formatScore(value)}</Spoken>}
      <span ref={bank} className={css.bank} aria-hidden="true">
        {cells.map((index) => (
          <Fragment key={index}>
            <span className={css.window} data-face="blank" data-glass={Math.floor((digits - 1 - index) / 3) % 3}>
              <svg className={css.drum} viewBox={`0 0 62 ${drumPlaces * 100}`} focusable="false">
                <path d={drumStrip} />
              </svg>
            </span>
            {hasCommaAfter(index, digits) && <span className={css.comma} />}
          </Fragment>
        ))}
      </span>
    </span>
  )
}

export const looks = {
  /** number reels of the machines of the 1950s to 1970s */
  reels: {
    Figures: (props) => <Drums kind="reels" {...props} />,
    fewestDigits: 5,
    width,
    Banner: LampBanner,
    Strip: LampStrip,
    stage: css.reelsStage,
  },
  /** painted numbers with lamps behind them, as on older machines */
  lights: {
    Figures: (props) => <Drums kind="lights" {...props} />,
    fewestDigits: 6,
    width,
    Banner: LampBanner,
    Strip: LampStrip,
    stage: css.lightsStage,
  },
} satisfies Record<string, MachineLook>
