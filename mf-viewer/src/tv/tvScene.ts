import type { BoardAddress } from '@multiball/shared/live'
import type { TvCode, TvLive } from './tvLive'

/** What stands on the TV. */
export type TvScene =
  | { type: 'waiting' }
  | { type: 'code'; code: TvCode | undefined }
  /** its board was deleted, or may not be seen any more */
  | { type: 'empty'; name: string }
  /** `round` counts the times that it was asked to begin anew */
  | { type: 'board'; address: BoardAddress; round: number }

/** @param round counts the times that the board was asked to begin anew */
export function sceneOf({ steering }: TvLive, round: number): TvScene {
  switch (steering.type) {
    case 'unknown':
      return { type: 'waiting' }
    case 'unpaired':
      return { type: 'code', code: steering.code }
    case 'paired': {
      const { name, board } = steering.state
      if (!board) return { type: 'empty', name }
      return { type: 'board', address: { type: board.type, id: board.id, key: board.key }, round }
    }
  }
}

/** The same for scenes of which the later one is the earlier one with news. */
export function sceneKey(scene: TvScene): string {
  if (scene.type !== 'board') return scene.type
  const { type, id, key = '' } = scene.address
  return `${type} ${id} ${key} ${scene.round}`
}
