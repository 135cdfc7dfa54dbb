import {
  isBuiltInLiveType,
  type BoardType,
  type BuiltInLiveType,
  type Game,
  type LeaderboardScore,
  type ScoresOf,
} from '@multiball/shared/schema'

/** What one place of a thumbnail shows. */
export type Face =
  { type: 'game'; game: Game } | { type: 'list'; rows: readonly LeaderboardScore[] } | { type: 'nothing' }

const nothing: Face = { type: 'nothing' }
const gameFace = (game: Game | null | undefined): Face => (game ? { type: 'game', game } : nothing)
const listFace = (rows: readonly LeaderboardScore[] | undefined): Face =>
  rows?.length ? { type: 'list', rows } : nothing

const facesOf: { [Type in BuiltInLiveType]: (scores: ScoresOf<Type>) => Face[] } = {
  scoreboard: ({ data }) => [gameFace(data[0])],
  leaderboard: ({ data }) => [listFace(data[0]?.scores)],
  comboboard: ({ boards }) =>
    [...boards]
      .sort((one, other) => one.order - other.order)
      .map((board) =>
        'data' in board
          ? listFace(board.data?.[0]?.scores)
          : gameFace('sessions' in board ? board.sessions?.[0] : undefined),
      ),
  streamboard: ({ data }) =>
    [...data].sort((one, other) => one.order - other.order).map(({ session }) => gameFace(session)),
}

/** The faces of a board in their order, at least one; of a type from a remote nothing is known. */
export function thumbnailFaces<Type extends BoardType>(type: Type, scores: ScoresOf<Type> | undefined): Face[] {
  // The scores are of the type beside them.
  const faces = scores && isBuiltInLiveType(type) ? facesOf[type](scores as never) : []
  return faces.length > 0 ? faces : [nothing]
}
