import { displayAtom } from '@multiball/shared/boards'
import { retryRemote } from '@multiball/shared/remotes'
import { FakeServer } from '@multiball/shared/testing'
import { createStore } from 'jotai'
import { recover } from './recover'

jest.mock('@multiball/shared/remotes', () => ({
  RemoteFailure: class extends Error {},
  isRetryable: () => true,
  loadExpose: jest.fn(),
  remoteForDisplay: jest.fn(),
  retryRemote: jest.fn(),
}))

let server: FakeServer
beforeEach(() => {
  jest.mocked(retryRemote).mockReset()
  server = new FakeServer()
  const registry = document.createElement('script')
  registry.id = 'mb-registry'
  registry.type = 'application/json'
  registry.textContent = '{"rev":4,"remotes":{}}'
  document.head.append(registry)
})
afterEach(() => {
  server.close()
  document.getElementById('mb-registry')?.remove()
})

const offline = () => {
  throw new TypeError('offline')
}

test.each([
  { name: 'a newer registry reloads the page', answer: () => ({ rev: 5 }), isPassing: false, byHand: false, reloads: 1, retries: 0 },
  { name: 'the network is tried again', answer: () => ({ rev: 4 }), isPassing: true, byHand: false, reloads: 0, retries: 1 },
  { name: 'the network is tried again while the server is silent', answer: offline, isPassing: true, byHand: false, reloads: 0, retries: 1 },
  { name: 'a remote that did not start is left alone', answer: () => ({ rev: 4 }), isPassing: false, byHand: false, reloads: 0, retries: 0 },
  { name: 'a person may try it all the same', answer: () => ({ rev: 4 }), isPassing: false, byHand: true, reloads: 0, retries: 1 },
])('FED $name', async ({ answer, isPassing, byHand, reloads, retries }) => {
  server.on('GET', '/registry.json', answer)
  const store = createStore()
  store.set(displayAtom('scoreboard'), { type: 'failed', failure: { remote: 'mf-scoreboards', version: '1.0.0', code: 'X', isPassing } })
  const reload = jest.fn()
  await recover(store, 'scoreboard', byHand, reload)
  expect(reload).toHaveBeenCalledTimes(reloads)
  expect(retryRemote).toHaveBeenCalledTimes(retries)
})
