import type { FastifyInstance } from 'fastify'

/**
 * Reads JSON bodies in this scope. An empty one is an empty object: many clients name the type with every call, also with
 * those that need no body.
 * @param prepare changes the text before it is parsed
 */
export function acceptJson(app: FastifyInstance, prepare = (text: string): string => text): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, {})
    else parseJson(request, prepare(body), done)
  })
}
