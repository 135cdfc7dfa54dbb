import Ajv2020 from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { DocumentedCall, OpenApiDocument, Response } from '../edges/openapi/document'

/** An answer as it leaves the server. */
interface SentAnswer {
  method: string
  /** fastify's path, with `:id` */
  route: string
  status: number
  /** by their names in lower case */
  headers: Record<string, unknown>
  /** undefined where it is a stream */
  text: string | undefined
}

/** The same document, but an object has the fields that are named and no others, unless it says that it is open. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const inner = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]))
  const isPlain = inner.type === 'object' && typeof inner.properties === 'object' && !('additionalProperties' in inner)
  return isPlain ? { ...inner, additionalProperties: false } : inner
}

const step = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Holds answers against an OpenAPI document. */
export class AnswerCheck {
  // A file asks for each answer a few times, so that compiling takes longest. That the document itself is right is another test's.
  private readonly ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: true,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  })
  private readonly compiled = new Map<string, ValidateFunction>()

  constructor(private readonly document: OpenApiDocument) {
    addFormats(this.ajv)
    this.ajv.addSchema(closed(document) as object, 'document')
  }

  /** What is wrong with the answer; nothing where the call is not in the document. */
  violations({ method, route, status, headers, text }: SentAnswer): string[] {
    const path = route.replaceAll(/:(\w+)/g, '{$1}')
    const verb = (method === 'HEAD' ? 'GET' : method).toLowerCase()
    const call: DocumentedCall | undefined = this.document.paths[path]?.[verb]
    // Every call may be sent to https.
    if (!call || status === 308) return []
    const written = call.responses[String(status)]
    if (!written) return [`${status} is not among its answers (${Object.keys(call.responses).join(', ')})`]
    if (method === 'HEAD') return []
    const { pointer, response } = this.follow(written, ['paths', path, verb, 'responses', String(status)])
    const missing = Object.keys(response.headers ?? {}).filter((name) => headers[name.toLowerCase()] === undefined)
    return [
      ...missing.map((name) => `has no ${name}`),
      ...this.bodyViolations(response, pointer, headers['content-type'], text),
    ]
  }

  private follow(written: Response | { $ref: string }, steps: string[]): { response: Response; pointer: string } {
    if (!('$ref' in written)) return { response: written, pointer: `#/${steps.map(step).join('/')}` }
    const name = written.$ref.split('/').at(-1)!
    return { response: this.document.components.responses[name]!, pointer: written.$ref }
  }

  private bodyViolations(
    { content }: Response,
    pointer: string,
    contentType: unknown,
    text: string | undefined,
  ): string[] {
    if (!content)
      return text === undefined || text === '' ? [] : [`has a body, and none is documented: ${text.slice(0, 200)}`]
    const type = typeof contentType === 'string' ? contentType.split(';')[0]!.trim() : ''
    if (!content[type]) return [`is ${type || 'of no type'} instead of ${Object.keys(content).join(', ')}`]
    if (text === undefined) return []
    const validate = this.validator(`document${pointer}/content/${step(type)}/schema`)
    if (validate(type === 'application/json' ? JSON.parse(text) : text)) return []
    const errors = (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || 'body'} ${message} ${JSON.stringify(params)}`,
    )
    return [`${errors.slice(0, 10).join('; ')} in ${text.slice(0, 500)}`]
  }

  private validator(pointer: string): ValidateFunction {
    const validate = this.compiled.get(pointer) ?? this.ajv.compile({ $ref: pointer })
    this.compiled.set(pointer, validate)
    return validate
  }
}
