import type { EmbedType, ErrorCode } from '../types/host'

export type { EmbedEvents, EmbedType, GivenReact, Look, Mounted, MountOptions, OnEvent, Theme } from '../types/host'

/*
 * What pages of partners rely on, version 1: attributes, events and the options of host.js, whose types are written once,
 * in embed/types, where partners read them. Changes go into docs/embeds-changelog.md; within version 1 things are only
 * added.
 */

export const isTypeName = (text: string) => /^[a-z]{2,30}$/.test(text)
export const typeKind = 'a board type such as scoreboard'

export const themes = ['board', 'dark', 'light'] as const
export const connections = ['connecting', 'live', 'polling', 'offline'] as const
export const errorCodes = ['BOARD_NOT_FOUND', 'REMOTE_FAILED', 'NETWORK', 'BAD_ATTRIBUTE', 'HOST_UNREACHABLE'] as const

/** Why a board cannot be shown, with the code that mb-error brings. */
export class EmbedFailure extends Error {
  override readonly name = 'EmbedFailure'

  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message)
  }
}

/** @throws EmbedFailure BAD_ATTRIBUTE unless these can name a board; what applications give is not checked by a compiler alone */
export function requireBoard({ type, board }: { type?: EmbedType; board?: number } = {}): void {
  if (type === undefined || !isTypeName(type)) throw new EmbedFailure('BAD_ATTRIBUTE', `type is ${typeKind}.`)
  if (board === undefined || !Number.isSafeInteger(board) || board < 1)
    throw new EmbedFailure('BAD_ATTRIBUTE', 'board is the number of a board.')
}
