import { changeStreamControl, getStreamControl } from '@multiball/shared/api'
import { useBoard, type BoardLive } from '@multiball/shared/live'
import { useRead, type Read } from '@multiball/shared/queries'
import { StreamControlChange, type StreamControl } from '@multiball/shared/schema'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import * as v from 'valibot'
import { withChange } from './changes'
import { createSender, numbered, type Outgoing, type Sender } from './sender'

const keptName = (id: number) => `multiball-control-${id}`

function keptText(id: number): string | null {
  try {
    return sessionStorage.getItem(keptName(id))
  } catch {
    return null
  }
}

/** A reload is over by then; what is older belongs to another part of the show, or to another show. */
const keptMs = 10 * 60_000

/** @property at when it was kept, ms since 1970 */
const Kept = v.object({ at: v.number(), change: StreamControlChange })

/** What an earlier page of this tab could not send a moment ago. */
function readKept(id: number): StreamControlChange | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), keptText(id))
  return parsed.success && Date.now() - parsed.output.at < keptMs ? parsed.output.change : undefined
}

function keep(id: number, change: StreamControlChange | undefined) {
  try {
    if (change) sessionStorage.setItem(keptName(id), JSON.stringify({ at: Date.now(), change }))
    else sessionStorage.removeItem(keptName(id))
  } catch {
    // A full or forbidden store: it is still in the page.
  }
}

export interface Control {
  read: Read<StreamControl>
  /** as it will be once everything is sent; undefined until it was read */
  control: StreamControl | undefined
  /** as the overlay has it: its games, and whether they come as they happen */
  live: BoardLive<'streamboard'>
  outgoing: Outgoing
  change(change: StreamControlChange): void
}

/** The control of a streamboard: what the server has with what is on its way there, followed wherever it is changed. */
export function useControl(id: number): Control {
  const read = useRead(['stream control', id], (signal) => getStreamControl(id, signal))
  const live = useBoard({ type: 'streamboard', id }) as BoardLive<'streamboard'>
  const [outgoing, setOutgoing] = useState<Outgoing>(() => ({ change: readKept(id), state: 'sent' }))
  const sender = useRef<Sender>(undefined)

  const known = read.loaded.type === 'ready' ? read.loaded.value : undefined
  const onTaken = useEffectEvent((taken: StreamControl) =>
    read.change((before) => (taken.revision >= before.revision ? taken : before)),
  )

  useEffect(() => {
    let isLeft = false
    let kept: string | null = null
    const own = createSender({
      send: (change) => changeStreamControl(id, numbered(change)),
      onTaken: (taken) => onTaken(taken),
      onOutgoing: setOutgoing,
      keep: (change) => {
        // By now the next panel keeps what is its own.
        if (isLeft && keptText(id) !== kept) return
        keep(id, change)
        kept = keptText(id)
      },
      setTimeout: (run, ms) => setTimeout(run, ms),
      clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
    })
    sender.current = own
    const left = readKept(id)
    if (left) own.push(left)
    const wake = () => own.wake()
    addEventListener('online', wake)
    return () => {
      removeEventListener('online', wake)
      isLeft = true
      own.stop()
    }
  }, [id])

  // What another panel or the form has changed is in the board's state; the rest of it is asked for.
  const shown = (live.scores ?? live.bootstrap?.scores)?.control
  const shownText = JSON.stringify(shown)
  const follow = useEffectEvent(() => {
    if (!shown || !known || shown.revision < known.revision) return
    if (shown.revision > known.revision) void read.refresh()
    if (JSON.stringify([shown.is_hidden, shown.config_json]) === JSON.stringify([known.is_hidden, known.config_json]))
      return
    read.change((before) =>
      shown.revision >= before.revision
        ? { ...before, is_hidden: shown.is_hidden, config_json: shown.config_json }
        : before,
    )
  })
  useEffect(() => follow(), [shownText, known])

  const control = useMemo(() => known && withChange(known, outgoing.change), [known, outgoing.change])
  return { read, control, live, outgoing, change: (change) => sender.current?.push(change) }
}
