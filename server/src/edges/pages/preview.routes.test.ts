import Fastify from 'fastify'
import { readConfig } from '../../ground/process/config'
import { previewRoutes } from './preview.routes'

const policyOf = async (environment: Record<string, string> = {}) => {
  const app = Fastify()
  await app.register(previewRoutes({ config: readConfig(environment).pages }))
  const { statusCode, headers, body } = await app.inject({ url: '/embed/v1/preview' })
  await app.close()
  expect(statusCode).toBe(200)
  return {
    policy: new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((line) => [line.split(' ')[0]!, line.split(' ').slice(1)]),
    ),
    body,
  }
}

test('the preview’s page is framed by our own pages alone, and runs nothing but its own script and what boards load', async () => {
  const { policy, body } = await policyOf()
  expect(policy.get('frame-ancestors')).toEqual([`'self'`])
  expect(policy.get('default-src')).toEqual([`'none'`])
  expect(policy.get('sandbox')).toEqual(['allow-scripts', 'allow-same-origin'])
  const [own, nonce] = policy.get('script-src')!
  expect([own, nonce]).toEqual([`'self'`, expect.stringMatching(/^'nonce-[\w+/=]{22,}'$/)])
  expect(body.match(/nonce="([^"]+)"/g)).toEqual(Array(2).fill(`nonce="${nonce!.slice(7, -1)}"`))
  expect((await policyOf()).policy.get('script-src')).not.toEqual(policy.get('script-src'))
})

test('it may talk to the hosts that the deployment names', async () => {
  const { policy } = await policyOf({ API_HOST: 'https://api.example.com', SCORES_HOST: 'wss://live.example.com' })
  expect(policy.get('connect-src')).toEqual([`'self'`, 'https://api.example.com', 'wss://live.example.com'])
})
