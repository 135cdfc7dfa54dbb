import type { BoardAddress } from '@multiball/shared/live'
import type { TvCode, TvLive } from './tvLive'

/** What stands on the TV. */
export type TvScene =
  | { type: 'waiting' }
  | { type: 'code'; code: TvCode | undefined }
  /** its board was deleted, or may not be seen any more */
  | { type: 'empty'; name: string }
  /** `round` counts the times that it was asked to start over */
  | { type: 'board'; address: BoardAddress; round: number; hasClaimCodes?: boolean }

/**
 * @param round counts the times that the board was asked to start over
 * @param hasClaimCodes whether scoreboards show claim codes: a board that is to show them, or no longer, is drawn again
 */
export function sceneOf({ steering }: TvLive, round: number, hasClaimCodes = false): TvScene {
  switch (steering.type) {
    case 'unknown':
      return { type: 'waiting' }
    case 'unpaired':
      return { type: 'code', code: steering.code }
    case 'paired': {
      const { name, board } = steering.state
      if (!board) return { type: 'empty', name }
      return {
        type: 'board',
        address: { type: board.type, id: board.id, key: board.key },
        round,
        ...(hasClaimCodes && { hasClaimCodes }),
      }
    }
  }
}

/** The same for scenes of which the later one is the earlier one with news. */
export function sceneKey(scene: TvScene): string {
  if (scene.type !== 'board') return scene.type
  const { type, id, key = '' } = scene.address
  return `${type} ${id} ${key} ${scene.round}${scene.hasClaimCodes ? ' claims' : ''}`
}

/** A scene on its way: mounted under the one that is shown, shown itself, fading away over the next one. */
export interface Layer {
  key: string
  scene: TvScene
  phase: 'coming' | 'shown' | 'leaving'
}

/** The scene is to be shown. What is on the screen stays until it is ready. */
export function show(layers: readonly Layer[], scene: TvScene): readonly Layer[] {
  const key = sceneKey(scene)
  const staying = layers.filter(({ phase, key: known }) => phase !== 'coming' || known === key)
  if (staying.some((layer) => layer.phase !== 'leaving' && layer.key === key)) {
    return staying.map((layer) => (layer.phase !== 'leaving' && layer.key === key ? { ...layer, scene } : layer))
  }
  const isFirst = !staying.some(({ phase }) => phase === 'shown')
  // It comes back while it fades: a scene is mounted once.
  return [...staying.filter((layer) => layer.key !== key), { key, scene, phase: isFirst ? 'shown' : 'coming' }]
}

/** What was coming can be seen: it takes the place of what is shown. */
export function ready(layers: readonly Layer[], key: string): readonly Layer[] {
  if (!layers.some((layer) => layer.key === key && layer.phase === 'coming')) return layers
  return layers.map((layer) =>
    layer.key === key ? { ...layer, phase: 'shown' } : layer.phase === 'shown' ? { ...layer, phase: 'leaving' } : layer,
  )
}

/** What was leaving is gone. */
export const gone = (layers: readonly Layer[], key: string): readonly Layer[] =>
  layers.filter((layer) => layer.phase !== 'leaving' || layer.key !== key)
