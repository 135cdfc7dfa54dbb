import { displayAtom } from '@multiball/shared/boards'
import { newerRev, retryRemote } from '@multiball/shared/remotes'
import { createStore } from 'jotai'
import { recover } from './recover'

jest.mock('@multiball/shared/remotes', () => ({
  RemoteFailure: class extends Error {},
  isRetryable: () => true,
  loadExpose: jest.fn(),
  newerRev: jest.fn(),
  remoteForDisplay: jest.fn(),
  retryRemote: jest.fn(),
}))

beforeEach(() => jest.mocked(retryRemote).mockReset())

test.each([
  { name: 'a newer registry reloads the page', rev: 5, isPassing: false, byHand: false, reloads: 1, retries: 0 },
  { name: 'the network is tried again', rev: undefined, isPassing: true, byHand: false, reloads: 0, retries: 1 },
  {
    name: 'a remote that did not start is left alone',
    rev: undefined,
    isPassing: false,
    byHand: false,
    reloads: 0,
    retries: 0,
  },
  { name: 'a person may try it all the same', rev: undefined, isPassing: false, byHand: true, reloads: 0, retries: 1 },
])('FED $name', async ({ rev, isPassing, byHand, reloads, retries }) => {
  jest.mocked(newerRev).mockResolvedValue(rev)
  const store = createStore()
  store.set(displayAtom('scoreboard'), {
    type: 'failed',
    failure: { remote: 'mf-scoreboards', version: '1.0.0', code: 'X', isPassing },
  })
  const reload = jest.fn()
  await recover(store, 'scoreboard', byHand, reload)
  expect(reload).toHaveBeenCalledTimes(reloads)
  expect(retryRemote).toHaveBeenCalledTimes(retries)
})
