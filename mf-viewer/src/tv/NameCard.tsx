import { cleanName, nameFace, Stage, useLettersOf, useStage, type Size } from '@multiball/shared/display'
import { useEffect, useState } from 'react'
import css from './NameCard.module.css'

const shownForMs = 10_000

/** The name of the TV, large, for ten seconds: to tell which one it is from across the room. */
export function NameCard({ name }: { name: string }) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), shownForMs)
    return () => clearTimeout(timer)
  }, [])
  if (isOver) return null
  return (
    <div className={css.card} role="status">
      <Stage background="#000">
        <div className={css.frame} />
        <LargeName name={cleanName(name)} />
      </Stage>
    </div>
  )
}

function LargeName({ name }: { name: string }) {
  const { size } = useStage()
  useLettersOf(name)
  const fontSize = nameSize(name, { width: size.width * 0.8, height: size.height * 0.7 })
  return (
    <p
      className={nameFace(name) === 'wide' ? `${css.name} ${css.wide}` : css.name}
      style={{ fontSize: `${fontSize}px` }}
      dir="auto"
    >
      {name}
    </p>
  )
}

/** of an em, of the widest usual letters */
const letterEm = 0.46
const lineEm = 1.05
const mostLines = 3

/** The largest type in px at which a name fits a box, on up to three lines of whole words. */
export function nameSize(name: string, { width, height }: Size): number {
  const words = name.split(/\s+/).filter(Boolean)
  const sizes = Array.from({ length: mostLines }, (_, at) => {
    const lines = at + 1
    return Math.min(width / (letterEm * longestLine(words, lines)), height / (lineEm * lines))
  })
  return Math.floor(Math.max(...sizes))
}

/** Letters of the longest line, where the words are put onto so many lines as evenly as they can be. */
function longestLine(words: readonly string[], lines: number): number {
  const whole = words.join(' ').length
  for (let most = Math.max(1, Math.ceil(whole / lines), ...words.map((word) => word.length)); ; most += 1) {
    if (linesWithin(words, most) <= lines) return most
  }
}

function linesWithin(words: readonly string[], most: number): number {
  let lines = 0
  let room = 0
  for (const { length } of words) {
    if (lines > 0 && length + 1 <= room) room -= length + 1
    else {
      lines += 1
      room = most - length
    }
  }
  return lines
}
