// In a file without valibot: displays carry what they take from here, and nothing else.
/*
 * Why a board is not on a partner's page: what the page is told, and what stands in the board's place. One set of
 * sentences for frames, inline boards and the server's own page.
 */

export interface BoardTrouble {
  code: 'BOARD_NOT_FOUND' | 'REMOTE_FAILED' | 'NETWORK'
  message: string
}

/** In the order in which one hides the other. A private board is not told apart from none. */
export const boardTroubles = {
  notFound: { code: 'BOARD_NOT_FOUND', message: 'This board is not available.' },
  remoteFailed: { code: 'REMOTE_FAILED', message: 'This board cannot be shown at the moment.' },
  network: { code: 'NETWORK', message: 'This board cannot be reached at the moment.' },
} as const satisfies Record<string, BoardTrouble>
