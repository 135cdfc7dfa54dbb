import type { FastifyInstance } from 'fastify'

/** No call of ours has more than a few. */
const deepest = 64
const [quote, backslash, openList, closeList, openFields, closeFields] = [...'"\\[]{}'].map((letter) => letter.charCodeAt(0))

/** Whether lists and objects are nested deeper than any call's: a parser takes long to find out that it cannot read a MB of `[`. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length && depth <= deepest; at += 1) {
    const letter = text.charCodeAt(at)
    if (isInText && letter === backslash) at += 1
    else if (letter === quote) isInText = !isInText
    else if (isInText) continue
    else if (letter === openList || letter === openFields) depth += 1
    else if (letter === closeList || letter === closeFields) depth -= 1
  }
  return depth > deepest
}

const unreadable = () => Object.assign(new Error('The body is nested too deep'), { code: 'FST_ERR_CTP_INVALID_JSON_BODY', statusCode: 400 })

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
    else if (isTooDeep(body)) done(unreadable())
    else parseJson(request, prepare(body), done)
  })
}
