import type { CSSProperties, ReactNode } from 'react'
import css from './BoardHeader.module.css'
import { useStage } from './stageContext'

interface BoardHeaderProps {
  /** of what the board shows, set as large as its letters leave it room; a long one stands on two lines */
  name: string
  /** its smallest type on one line of a wide screen, in `--u` */
  least: number
  /** `--u` that its letters share on a wide screen */
  room: number
  /** the line below the name, a HeaderLine */
  below: ReactNode
  /** at the end of the line; upright, below */
  children?: ReactNode
}

const wideLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u
const wideLetterWidth = 2

/** Width of a name, in condensed letters. */
const widthIn = (name: string) =>
  [...name].reduce((sum, letter) => sum + (wideLetter.test(letter) ? wideLetterWidth : 1), 0)

/** What stands above a board that has a screen of its own. */
export function BoardHeader({ name, least, room, below, children }: BoardHeaderProps) {
  const { palette } = useStage()
  const chars = widthIn(name)
  const style = {
    color: palette.tone === 'dark' ? '#fff' : palette.ink,
    '--chars': chars,
    '--least': least,
    '--room': room,
  } as CSSProperties
  return (
    <header className={css.header}>
      <div className={css.names}>
        <h2 className={chars * least > room ? `${css.name} ${css.long}` : css.name} style={style}>
          <span className={css.lines}>{name}</span>
        </h2>
        {below}
      </div>
      {children}
    </header>
  )
}

/** The line below a board's name. */
export const HeaderLine = ({ className, children }: { className?: string; children: ReactNode }) => (
  <p className={className ? `${css.line} ${className}` : css.line}>{children}</p>
)
