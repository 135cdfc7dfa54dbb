import { boards, type BoardOf } from '@multiball/shared/api'
import type { BoardType } from '@multiball/shared/schema'

const pageSize = 100

/** All boards of this type that an owner has, newest first. Throws ApiError. */
export async function loadBoards<Type extends BoardType>(type: Type, owner: number, signal: AbortSignal): Promise<BoardOf<Type>[]> {
  const found: BoardOf<Type>[] = []
  for (;;) {
    const { results, count } = await boards(type).list({ owner, limit: pageSize, ordering: '-id', offset: found.length || undefined }, signal)
    found.push(...results)
    if (results.length === 0 || found.length >= count) return found
  }
}
