import { makeGame, makeVenueMachine } from '@multiball/shared/testing'
import { pickImage } from '../useImages'
import { beginHotWatch, stepHotWatch, type HotEvent, type HotStep } from './hotGame'

const machines = [21, 22, 23].map((id) => makeVenueMachine({ id }))
const found = (...ids: number[]): HotEvent => ({
  type: 'found',
  machines: machines.filter(({ id }) => ids.includes(id)),
})
const waited: HotEvent = { type: 'waited' }
const failed: HotEvent = { type: 'failed' }
const read = (id: number, score = 1_000, settled_on: string | null = null): HotEvent => ({
  type: 'read',
  game: makeGame([score], { id, settled_on }),
})
const over = (id: number) => read(id, 5, '2026-11-20T21:42:00Z')

/** What the wall shows, in a word. */
function shown({ watch: { shows } }: HotStep): string {
  if (shows.type === 'game') return `machine ${shows.machine.id}, game ${shows.game.id}`
  return shows.type === 'image' ? `image ${shows.image}` : 'scoreboard'
}
const next = ({ task }: HotStep) =>
  task.type === 'wait' ? `wait ${task.ms}` : task.type === 'read' ? `read ${task.machine}` : 'find'

type Line = [HotEvent, string, string]
const pick = pickImage(2, () => 0)

const stories: [string, Line[]][] = [
  [
    'after 10 s hot games are looked up, and the first is watched every 5 s',
    [
      [waited, 'scoreboard', 'find'],
      [found(21, 22), 'scoreboard', 'read 21'],
      [read(90), 'machine 21, game 90', 'wait 5000'],
      [waited, 'machine 21, game 90', 'read 21'],
      [read(90, 2_000), 'machine 21, game 90', 'wait 5000'],
      [waited, 'machine 21, game 90', 'read 21'],
      [read(91), 'machine 21, game 91', 'wait 5000'],
    ],
  ],
  [
    'one that settles is dropped and the next is tried; the screen stays until it is known',
    [
      [waited, 'scoreboard', 'find'],
      [found(21, 22), 'scoreboard', 'read 21'],
      [read(90), 'machine 21, game 90', 'wait 5000'],
      [waited, 'machine 21, game 90', 'read 21'],
      [over(90), 'machine 21, game 90', 'read 22'],
      [read(95), 'machine 22, game 95', 'wait 5000'],
    ],
  ],
  [
    'one that errors is dropped, before it was shown and after',
    [
      [waited, 'scoreboard', 'find'],
      [found(21, 22, 23), 'scoreboard', 'read 21'],
      [failed, 'scoreboard', 'read 22'],
      [read(95), 'machine 22, game 95', 'wait 5000'],
      [waited, 'machine 22, game 95', 'read 22'],
      [failed, 'machine 22, game 95', 'read 23'],
      [over(99), 'scoreboard', 'wait 10000'],
    ],
  ],
  [
    'none left: the scoreboard 10 s, the idle image 20 s, and the look-up again',
    [
      [waited, 'scoreboard', 'find'],
      [found(), 'scoreboard', 'wait 10000'],
      [waited, 'image 2', 'wait 20000'],
      [waited, 'image 2', 'find'],
      [found(), 'scoreboard', 'wait 10000'],
      [waited, 'image 2', 'wait 20000'],
      [waited, 'image 2', 'find'],
      [found(23), 'image 2', 'read 23'],
      [read(90), 'machine 23, game 90', 'wait 5000'],
    ],
  ],
  [
    'a look-up that fails goes to the idle image',
    [
      [waited, 'scoreboard', 'find'],
      [failed, 'image 2', 'wait 20000'],
      [waited, 'image 2', 'find'],
      [failed, 'image 2', 'wait 20000'],
      [waited, 'image 2', 'find'],
      [found(), 'scoreboard', 'wait 10000'],
    ],
  ],
]

test.each(stories)('VSB-09 %s', (_title, lines) => {
  let step = beginHotWatch(pick)
  expect([shown(step), next(step)]).toEqual(['scoreboard', 'wait 10000'])
  for (const [event, wall, task] of lines) {
    step = stepHotWatch(step.watch, event, pick)
    expect([shown(step), next(step)]).toEqual([wall, task])
  }
})

test('VSB-09 a game that stood still for a minute is looked up again, and stays on the wall meanwhile', () => {
  let step = [waited, found(21), read(90)].reduce<HotStep>(
    ({ watch }, event) => stepHotWatch(watch, event, pick),
    beginHotWatch(pick),
  )
  for (let poll = 1; poll < 12; poll += 1) {
    step = stepHotWatch(stepHotWatch(step.watch, waited, pick).watch, read(90), pick)
    expect([shown(step), next(step)]).toEqual(['machine 21, game 90', 'wait 5000'])
  }
  step = stepHotWatch(stepHotWatch(step.watch, waited, pick).watch, read(90), pick)
  expect([shown(step), next(step)]).toEqual(['machine 21, game 90', 'find'])
  step = stepHotWatch(step.watch, found(21), pick)
  step = stepHotWatch(step.watch, read(90), pick)
  expect([shown(step), next(step)]).toEqual(['machine 21, game 90', 'wait 5000'])
})

test.each([1, 2, 3, 4])('VSB-10 the owner’s image %i each time', (type) => {
  expect([undefined, 1, 2, 3, 4].map((last) => pickImage(type, () => 0.99)(last))).toEqual(Array(5).fill(type))
})

test('VSB-10 Random picks another image each time, and each of them some time', () => {
  for (const random of [0, 0.2, 0.4, 0.6, 0.8, 0.999]) {
    for (const last of [undefined, 1, 2, 3, 4]) {
      const image = pickImage(0, () => random)(last)
      expect([1, 2, 3, 4]).toContain(image)
      expect(image).not.toBe(last)
    }
  }
  expect([0, 0.25, 0.5, 0.75].map((random) => pickImage(0, () => random)(undefined))).toEqual([1, 2, 3, 4])
})
