import { useContext, useEffect } from 'react'
import { ClockContext, type Clock } from '../clock'
import css from './lettering.module.css'

/** The class of what a board is written in: its face, and those of every script behind it. */
export const lettering: string = css.lettering!

export type Script = 'japanese' | 'korean' | 'chinese' | 'thai' | 'arabic' | 'emoji'

/* The ideographs that all of East Asia shares are Chinese, unless kana or the screen say that they are Japanese. */
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}\u30fc]/u
const ideograph = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u
const hangul = /\p{Script=Hangul}/u
const thai = /\p{Script=Thai}/u
const arabic = /\p{Script=Arabic}/u
const emoji = /(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
const plain = /^[ -~]*$/

/** The scripts of a text that the wall's usual faces have no letters for. @param isJapanese of the screen's own language */
export function scriptsOf(text: string, isJapanese: boolean): Script[] {
  if (plain.test(text)) return []
  const isKana = kana.test(text)
  const scripts: Script[] = []
  if (isKana || (isJapanese && ideograph.test(text))) scripts.push('japanese')
  else if (ideograph.test(text)) scripts.push('chinese')
  if (hangul.test(text)) scripts.push('korean')
  if (thai.test(text)) scripts.push('thai')
  if (arabic.test(text)) scripts.push('arabic')
  if (emoji.test(text)) scripts.push('emoji')
  return scripts
}

/** Lists of faces. Of the files that they name a browser fetches those with the letters that are shown. */
const chunks: Record<Script, () => Promise<unknown>> = {
  japanese: () => import('@fontsource/noto-sans-jp/700.css'),
  korean: () => import('@fontsource/noto-sans-kr/700.css'),
  chinese: () => import('@fontsource/noto-sans-sc/700.css'),
  thai: () => import('@fontsource/noto-sans-thai/700.css'),
  arabic: () => import('@fontsource/noto-sans-arabic/700.css'),
  emoji: () => import('@fontsource/noto-emoji/700.css'),
}

const asked = new Set<Script>()
const againMs = 30_000

function ask(script: Script, clock: Clock): void {
  if (asked.has(script)) return
  asked.add(script)
  chunks[script]().catch(() => clock.after(againMs, () => void (asked.delete(script), ask(script, clock))))
}

/** Has the faces loaded that a name or a title needs. `lettering` names them; until they come, the screen's own are shown. */
export function useLettersOf(text: string): void {
  const clock = useContext(ClockContext)
  const scripts = scriptsOf(text, /^ja\b/.test(navigator.language)).join()
  useEffect(() => {
    if (scripts) for (const script of scripts.split(',') as Script[]) ask(script, clock)
  }, [scripts, clock])
}
