import { queueLimits, type StreamControl } from '@multiball/shared/schema'
import { Button } from '@multiball/shared/ui'
import { useId, useState } from 'react'
import { matchAt, withQueue } from './changes'
import css from './ControlPage.module.css'
import { matchLine, queueText, readQueue } from './queue'
import type { Control } from './useControl'

interface QueueFieldProps {
  control: StreamControl
  change: Control['change']
  /** missing before the second match */
  onBack: (() => void) | undefined
}

/** Before and after the match that is on. */
const around = { before: 1, after: 5 }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The matches to come: pasted as text, each a tap away. */
export function QueueField({ control, change, onBack }: QueueFieldProps) {
  const { matches, match } = control
  const field = useId()
  const [typed, setTyped] = useState('')
  const queue = readQueue(typed)
  // What was typed stays as it was typed as long as it says the same.
  const text = isSame(queue.matches, matches) ? typed : queueText(matches)
  const type = (value: string) => {
    setTyped(value)
    const { matches: read } = readQueue(value)
    if (!isSame(read, matches)) change(withQueue(control, read))
  }
  const from = Math.max(0, match - around.before)
  const near = matches.slice(from, match + around.after + 1).map((names, at) => ({ names, at: from + at }))

  return (
    <section className={css.section} aria-labelledby="control-queue">
      <h2 id="control-queue" className={css.title}>
        Matches
      </h2>
      {near.length > 0 && (
        <ol className={css.matches} start={from + 1} aria-label="Matches">
          {near.map(({ names, at }) => (
            <li key={at}>
              <button
                type="button"
                className={css.match}
                aria-current={at === match ? 'true' : undefined}
                onClick={() => change(matchAt(control, at)!)}
              >
                <span className={css.place}>{at + 1}</span>
                <span className={css.names}>{matchLine(names)}</span>
                {at === match && <span className={css.now}>On</span>}
                {at === match + 1 && <span className={css.now}>Next</span>}
              </button>
            </li>
          ))}
        </ol>
      )}
      {matches.length > 0 && (
        <div className={css.row}>
          <Button isDisabled={!onBack} aria-label="Previous match" onPress={onBack}>
            Back <kbd className={css.key}>B</kbd>
          </Button>
          <span className={css.note}>
            {match < 0 ? `${matches.length} to play` : `${match + 1} of ${matches.length}`}
          </span>
        </div>
      )}
      <div>
        <label htmlFor={field} className={css.label}>
          Queue
        </label>
        <textarea
          id={field}
          className={css.queue}
          rows={5}
          spellCheck={false}
          placeholder={'Ann vs Bob\nCy vs Di'}
          aria-describedby={`${field}-help`}
          value={text}
          onChange={({ target }) => type(target.value)}
        />
        <p id={`${field}-help`} className={css.note}>
          Paste one match a line: “Ann vs Bob”, “Ann, Bob” or rows of a spreadsheet. Single names are paired. Up to{' '}
          {queueLimits.matches} matches.
        </p>
        {text === typed &&
          queue.notes.map((note) => (
            <p key={note} className={css.note} role="status">
              {note}
            </p>
          ))}
      </div>
    </section>
  )
}
