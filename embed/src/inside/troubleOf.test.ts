import type { DisplayState } from '@multiball/shared/boards'
import { troubleOf } from './troubleOf'

const ready = { type: 'ready' } as DisplayState
const loading: DisplayState = { type: 'loading' }
const failed: DisplayState = { type: 'failed', failure: { remote: 'mf-scoreboards', version: '1.0.0', code: 'REMOTE_ENTRY_FAILED', isPassing: true } }
const standing = { phase: 'ready', hasBootstrap: true, error: undefined, display: ready, hasThrown: false } as const
const gone = { status: 404, message: 'Item not found.' }
const away = { status: 0, message: 'The server cannot be reached.' }

test.each([
  ['a board that is shown', standing, undefined],
  ['one that is on its way', { ...standing, hasBootstrap: false, display: loading }, undefined],
  ['one that is shown while the network is away', { ...standing, error: away }, undefined],
  ['one that is not there', { ...standing, phase: 'loading', hasBootstrap: false, error: gone }, 'BOARD_NOT_FOUND'],
  ['one that was taken away', { ...standing, phase: 'failed', error: gone }, 'BOARD_NOT_FOUND'],
  ['one that is asked for too often', { ...standing, phase: 'failed', hasBootstrap: false, error: { status: 429, message: 'Wait' } }, 'NETWORK'],
  ['one that the network does not bring', { ...standing, phase: 'loading', hasBootstrap: false, error: away }, 'NETWORK'],
  ['a remote that is missing', { ...standing, display: failed }, 'REMOTE_FAILED'],
  ['a display that threw', { ...standing, hasThrown: true }, 'REMOTE_FAILED'],
] as const)('%s', (_what, given, code) => expect(troubleOf(given)?.code).toBe(code))
