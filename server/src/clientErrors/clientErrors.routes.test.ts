import Fastify from 'fastify'
import type { Registry, RemoteVersion } from '@multiball/shared/schema'
import { installErrors } from '../http/errors'
import { collectOperations } from '../http/operation'
import { ClientErrors } from './clientErrors'
import { clientErrorsRoutes } from './clientErrors.routes'

const registry: Registry = { rev: 1, remotes: { 'mf-xy': { enabled: true, active: '1.0.0', versions: { '1.0.0': {} as RemoteVersion } } } }
const good = { remote: 'mf-xy', version: '1.0.0', code: 'REMOTE_THREW' }

async function send(payload: string, contentType: string) {
  const errors = new ClientErrors()
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  installErrors(app)
  collectOperations(app)
  await app.register(clientErrorsRoutes({ errors, registry: { read: async () => registry } }))
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/client-errors/', payload, headers: { 'content-type': contentType } })
  await app.close()
  return [statusCode, errors.readings().length]
}

test.each<[string, string, string, [number, number]]>([
  ['JSON', JSON.stringify(good), 'application/json', [204, 1]],
  ['a beacon', JSON.stringify(good), 'text/plain;charset=UTF-8', [204, 1]],
  ['a version that nobody published', JSON.stringify({ ...good, version: '2.0.0' }), 'text/plain', [204, 0]],
  ['text that is no JSON', 'oops', 'text/plain', [400, 0]],
  ['another name', JSON.stringify({ ...good, remote: '__proto__' }), 'application/json', [400, 0]],
  ['a code with more in it', JSON.stringify({ ...good, code: 'A"} 1\nfake' }), 'application/json', [400, 0]],
])('%s', async (_what, payload, contentType, expected) => {
  expect(await send(payload, contentType)).toEqual(expected)
})
