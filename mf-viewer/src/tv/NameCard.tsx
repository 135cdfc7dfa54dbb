import { cleanName, nameFace, Stage, useStage } from '@multiball/shared/display'
import { useEffect, useState } from 'react'
import css from './NameCard.module.css'
import { nameSize } from './nameSize'

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
  const fontSize = nameSize(name, { width: size.width * 0.8, height: size.height * 0.7 })
  return (
    <p className={nameFace(name) === 'wide' ? `${css.name} ${css.wide}` : css.name} style={{ fontSize: `${fontSize}px` }} dir="auto">
      {name}
    </p>
  )
}
