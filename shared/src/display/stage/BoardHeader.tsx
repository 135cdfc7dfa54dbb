import type { CSSProperties, ReactNode } from 'react'
import css from './BoardHeader.module.css'
import { useStage } from './stageContext'

interface BoardHeaderProps {
  /** of what the board shows, set as large as its letters leave it room */
  name: string
  /** its smallest type on a wide screen, in `--u` */
  least: number
  /** `--u` that its letters share on a wide screen */
  room: number
  /** the line below the name, a HeaderLine */
  below: ReactNode
  /** at the end of the line; upright, below */
  children?: ReactNode
}

/** What stands above a board that has a screen of its own. */
export function BoardHeader({ name, least, room, below, children }: BoardHeaderProps) {
  const { palette } = useStage()
  const style = { color: palette.tone === 'dark' ? '#fff' : palette.ink, '--chars': name.length, '--least': least, '--room': room } as CSSProperties
  return (
    <header className={css.header}>
      <div className={css.names}>
        <h2 className={css.name} style={style}>
          {name}
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
