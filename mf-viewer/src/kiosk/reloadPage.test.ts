import { reloadOnceOurs } from './reloadPage'

const ours =
  '<!doctype html><html><body><script type="application/json" id="mb-registry">{"rev":1}</script></body></html>'

test('KIO-17 a page leaves only for a page of ours: not for one of a proxy, an empty one, half of ours or none', async () => {
  const answers = [
    '<!doctype html><title>Welcome to nginx!</title>',
    '',
    ours.slice(0, -20),
    new Error('offline'),
    ours,
  ]
  const waits: number[] = []
  const reload = jest.fn()
  await reloadOnceOurs({
    async ask() {
      expect(reload).not.toHaveBeenCalled()
      const answer = answers.shift()!
      if (answer instanceof Error) throw answer
      return answer
    },
    wait: async (ms) => void waits.push(ms),
    reload,
  })
  expect([waits, answers, reload.mock.calls.length]).toEqual([[30_000, 30_000, 30_000, 30_000], [], 1])
})
