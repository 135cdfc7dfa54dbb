import type { QueueCall } from '../event/eventView'

type Call = Pick<QueueCall, 'machine' | 'names'>

/** What the strip has room for, and how many calls stand side by side where their names are short. Letters are those of a name. */
const rooms = { wide: { calls: 2, names: 8, letters: 126 }, tall: { calls: 1, names: 4, letters: 44 } } as const
const gap = 2.8
const machineLetter = 0.69
const fewestNames = 2

/** Names of each call, where so many calls stand side by side. */
export const namesShown = (shape: keyof typeof rooms, calls: number): number =>
  Math.max(fewestNames, Math.floor(rooms[shape].names / calls))

/** How many calls stand side by side: no more than have room for their names in full, but one in any case. */
export function callsShown(shape: keyof typeof rooms, calls: readonly Call[]): number {
  const { names, letters, calls: fewest } = rooms[shape]
  const longest = Math.max(1, ...calls.map((call) => call.names.length))
  let count = Math.max(fewest, Math.floor(names / longest))
  while (count > 1 && Math.max(...calls.map((call) => lettersOf(call, namesShown(shape, count)))) * count > letters)
    count -= 1
  return count
}

/** Whether those that stand side by side have no room for all names in full. */
export const areTight = (shape: keyof typeof rooms, page: readonly Call[]): boolean =>
  page.reduce((sum, call) => sum + lettersOf(call, namesShown(shape, page.length)), 0) > rooms[shape].letters

const lettersOf = ({ machine, names }: Call, shown: number) =>
  gap +
  Math.max(
    machine.length * machineLetter,
    names.slice(0, shown).reduce((sum, name) => sum + name.length + gap, 0),
  )
