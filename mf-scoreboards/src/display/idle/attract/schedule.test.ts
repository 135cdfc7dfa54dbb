import { sceneAfter, sceneMs, type AttractScene } from './schedule'

const all: AttractScene[] = ['over', 'records', 'player', 'chart', 'claim', 'drawing']

/** The scenes that follow the last result until it is there again. */
function loopOf(there: readonly AttractScene[]): AttractScene[] {
  const scenes: AttractScene[] = ['over']
  for (;;) {
    const next = sceneAfter(scenes.at(-1)!, (scene) => there.includes(scene))
    if (next === 'over') return scenes
    scenes.push(next)
  }
}

test.each<[string, AttractScene[], AttractScene[]]>([
  ['everything', all, all],
  ['nothing played today', ['records', 'drawing'], ['over', 'records', 'drawing']],
  ['nobody named today', ['records', 'chart', 'drawing'], ['over', 'records', 'chart', 'drawing']],
  ['no answer of the server', ['drawing'], ['over', 'drawing']],
  ['a score to claim', ['claim', 'drawing'], ['over', 'claim', 'drawing']],
  ['nothing at all', [], ['over']],
])('ATT-03 with %s', (_what, there, scenes) => expect(loopOf(there)).toEqual(scenes))

test('ATT-03 what is gone while it is on show leads to what comes after it', () => {
  expect(sceneAfter('claim', (scene) => scene === 'records')).toBe('over')
  expect(sceneAfter('records', (scene) => scene === 'chart')).toBe('chart')
})

test('ATT-03 a loop takes about a minute, no scene less than eight seconds', () => {
  const times = Object.values(sceneMs)
  expect(times.reduce((sum, ms) => sum + ms)).toBeGreaterThan(55_000)
  expect(times.reduce((sum, ms) => sum + ms)).toBeLessThan(65_000)
  expect(Math.min(...times)).toBeGreaterThanOrEqual(8_000)
})
