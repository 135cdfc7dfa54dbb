/** The scenes of attract mode in their order. */
const loop = ['over', 'records', 'player', 'chart', 'claim', 'drawing'] as const
export type AttractScene = (typeof loop)[number]

/** How long each stays, about a minute in all. */
export const sceneMs: Readonly<Record<AttractScene, number>> = {
  over: 12_000,
  records: 12_000,
  player: 8_000,
  chart: 10_000,
  claim: 9_000,
  drawing: 10_000,
}

/** The scene that follows: the next one that has something to show. The last result always has. */
export function sceneAfter(scene: AttractScene, has: (scene: AttractScene) => boolean): AttractScene {
  const at = loop.indexOf(scene)
  return [...loop.slice(at + 1), ...loop.slice(0, at)].find((next) => next === 'over' || has(next)) ?? 'over'
}
