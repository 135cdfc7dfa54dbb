import { DotMatrix } from '@multiball/shared/display'
import { styles } from '@multiball/shared/ui'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import css from './LetterPicker.module.css'

const mostLetters = 3

const space = ' '
const back = 'Back'
const keys = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', space, back]

interface LetterPickerProps {
  /** up to three, a space among them */
  letters: string
  /** they are of another day: the next letter starts over */
  isRemembered: boolean
  error: string | undefined
  onChange(letters: string): void
}

/** Three letters as an arcade asks for them: by thumb, by keyboard (letters, Backspace and arrows), and read out as they come. */
export function LetterPicker({ letters, isRemembered, error, onChange }: LetterPickerProps) {
  const board = useRef<HTMLDivElement>(null)
  // One stop of the keyboard; arrows lead to the others.
  const [stop, setStop] = useState(0)

  const press = (key: string) => {
    if (key === back) return onChange(letters.slice(0, -1))
    const kept = isRemembered ? '' : letters
    if (kept.length < mostLetters && (key !== space || kept.length > 0)) onChange(kept + key)
  }
  const go = (to: number) => {
    setStop(to)
    board.current?.querySelectorAll('button')[to]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const typed = event.key === 'Backspace' ? back : event.key.toUpperCase()
    const to = arrowTarget(event.key, stop, [...(board.current?.querySelectorAll('button') ?? [])])
    if (to !== undefined) go(to)
    // A space presses the key that has the focus.
    else if (typed !== space && keys.includes(typed)) press(typed)
    else return
    event.preventDefault()
  }

  return (
    <div className={css.picker}>
      <DotMatrix
        className={css.letters}
        text={letters.padEnd(mostLetters, '_')}
        color="#ffb224"
        atRest={mostLetters + 2}
      />
      <p className={styles.unseen} aria-live="polite">
        {letters === ''
          ? 'No letters yet'
          : `Your letters: ${[...letters].map((letter) => (letter === space ? 'space' : letter)).join(', ')}`}
      </p>
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      <div ref={board} className={css.keys} role="toolbar" aria-label="Pick up to three letters" onKeyDown={onKeyDown}>
        {keys.map((key, at) => (
          <button
            key={key}
            type="button"
            tabIndex={at === stop ? 0 : -1}
            data-wide={key === space || key === back || undefined}
            onFocus={() => setStop(at)}
            onClick={() => press(key)}
          >
            {key === space ? 'Space' : key}
          </button>
        ))}
      </div>
    </div>
  )
}

/** The key to which an arrow leads; undefined for what is no arrow. */
function arrowTarget(arrow: string, from: number, buttons: readonly HTMLElement[]): number | undefined {
  const last = buttons.length - 1
  const { offsetTop: top, offsetLeft: left } = buttons[from] ?? { offsetTop: 0, offsetLeft: 0 }
  const inRow = (row: number | undefined) =>
    buttons.reduce<number>(
      (best, button, at) =>
        button.offsetTop === row &&
        Math.abs(button.offsetLeft - left) <=
          Math.abs((buttons[best]?.offsetTop === row ? buttons[best].offsetLeft : Infinity) - left)
          ? at
          : best,
      from,
    )
  switch (arrow) {
    case 'ArrowLeft':
      return Math.max(0, from - 1)
    case 'ArrowRight':
      return Math.min(last, from + 1)
    case 'ArrowUp':
      return inRow(
        buttons
          .map(({ offsetTop }) => offsetTop)
          .filter((row) => row < top)
          .at(-1),
      )
    case 'ArrowDown':
      return inRow(buttons.map(({ offsetTop }) => offsetTop).find((row) => row > top))
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
