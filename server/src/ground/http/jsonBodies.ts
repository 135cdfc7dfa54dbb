import type { FastifyInstance } from 'fastify'

/** No call of ours has more than a few. */
const deepest = 64
/** The fields of all objects together: no call of ours has as many. */
const mostFields = 20_000
const [quote, backslash, openList, closeList, openFields, closeFields, colon] = [...'"\\[]{}:'].map((letter) =>
  letter.charCodeAt(0),
)

/**
 * Whether lists and objects are nested deeper than any call's, or have more fields: a parser takes long to find out that it cannot
 * read a MB of `[`, and to make objects of a MB of fields, before the sender is known.
 */
function isTooMuch(text: string): boolean {
  let depth = 0
  let fields = 0
  let isInText = false
  for (let at = 0; at < text.length && depth <= deepest && fields <= mostFields; at += 1) {
    const letter = text.charCodeAt(at)
    if (isInText && letter === backslash) at += 1
    else if (letter === quote) isInText = !isInText
    else if (isInText) continue
    else if (letter === openList || letter === openFields) depth += 1
    else if (letter === closeList || letter === closeFields) depth -= 1
    else if (letter === colon) fields += 1
  }
  return depth > deepest || fields > mostFields
}

const unreadable = () =>
  Object.assign(new Error('The body is nested too deep, or has too many fields'), {
    code: 'FST_ERR_CTP_INVALID_JSON_BODY',
    statusCode: 400,
  })

/**
 * Reads JSON bodies in this scope. An empty one is an empty object: many clients name the type with every call, also with
 * those that need no body.
 * @param prepare changes the text before it is parsed
 */
export function acceptJson(app: FastifyInstance, prepare = (text: string): string => text): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') return done(null, {})
    if (isTooMuch(body)) return done(unreadable())
    return parseJson(request, prepare(body), done)
  })
}
