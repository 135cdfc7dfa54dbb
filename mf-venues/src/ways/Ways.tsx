import type { ReactNode } from 'react'
import { BoardDrawing, CodeDrawing, PaperDrawing, ProgramDrawing } from './drawings'
import css from './Ways.module.css'

const ways = [
  {
    way: 'scorbit',
    Drawing: CodeDrawing,
    name: 'A Scorbit-ready machine',
    line: 'The machine, or the device in it, shows a code. So do tables of Visual Pinball.',
  },
  {
    way: 'mpf',
    Drawing: ProgramDrawing,
    name: 'A machine with MPF',
    line: 'A bridge beside the Mission Pinball Framework sends every game.',
  },
  {
    way: 'vector',
    Drawing: BoardDrawing,
    name: 'A Vector board',
    line: 'A bridge on a computer in the same network finds your Warped Pinball boards.',
  },
  {
    way: 'nothing',
    Drawing: PaperDrawing,
    name: 'Nothing at all',
    line: 'A score that you type in, or that a guest sends from a phone, counts like any other.',
  },
] as const

/** What scores may come from, and what the owner can do about each now: the buttons of each, the most useful one first. */
export const Ways = ({ actions }: { actions: Record<(typeof ways)[number]['way'], ReactNode> }) => (
  <ul className={css.ways} aria-label="What can I connect?">
    {ways.map(({ way, Drawing, name, line }) => (
      <li key={way} className={css.way}>
        <Drawing />
        <div className={css.words}>
          <h3 className={css.name}>{name}</h3>
          <p className={css.line}>{line}</p>
          <div className={css.actions}>{actions[way]}</div>
        </div>
      </li>
    ))}
  </ul>
)
