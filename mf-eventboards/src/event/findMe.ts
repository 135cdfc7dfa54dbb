import type { EventView, QueueCall } from './eventView'
import { ordinal } from './ordinal'

/** What somebody who looks for their own name is told. */
interface Turn {
  /** what to do, and where */
  what: string
  /** whom with; '' alone */
  withWhom: string
  /** at once */
  isNow: boolean
}

const fold = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** Whether two names are one player's: a phone keeps a name from one evening to the next. */
export const isSameName = (one: string, other: string): boolean => fold(one) === fold(other)

const on = (machine: string) => (machine ? ` on ${machine}` : '')

/** When it is the turn of a player: the match that they are called to or play, else the queue that they wait in. */
export function turnOf({ live }: Pick<EventView, 'live'>, queue: readonly QueueCall[], name: string): Turn | undefined {
  const isMe = (other: string) => isSameName(other, name)
  const withOthers = (names: readonly string[]) => {
    const others = names.filter((other) => !isMe(other))
    return others.length > 0 ? `with ${others.join(', ')}` : ''
  }
  const match = live.find(({ lines }) => lines.some((line) => isMe(line.name)))
  if (match) {
    const me = match.lines.find((line) => isMe(line.name))!
    const withWhom = withOthers(match.lines.map((line) => line.name))
    const { machine } = match
    if (match.state === 'called')
      return { what: machine ? `Go to ${machine}` : 'You are called', withWhom, isNow: true }
    if (me.isUp) return { what: `Your ball${on(machine)}`, withWhom, isNow: true }
    return { what: `You play${on(machine)}, player ${me.position}`, withWhom, isNow: false }
  }
  for (const { machine, names } of queue) {
    const at = names.findIndex(isMe)
    if (at === 0) return { what: `You are next${on(machine)}`, withWhom: withOthers(names.slice(1, 4)), isNow: false }
    if (at > 0)
      return { what: `You are ${ordinal(at + 1)} in line${machine && ` for ${machine}`}`, withWhom: '', isNow: false }
  }
  return undefined
}
