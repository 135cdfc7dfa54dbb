import { TestEnvironment } from 'jest-environment-jsdom'

const fromNode = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'TextEncoder',
  'TextDecoder',
  'structuredClone',
  'AbortController',
  'AbortSignal',
]

/** jsdom with Node's fetch, streams and encoders, which jsdom lacks. */
export default class extends TestEnvironment {
  constructor(...options) {
    super(...options)
    for (const name of fromNode) this.global[name] = globalThis[name]
    // Node's fetch sends Node's forms only; jsdom alone reads its own elements, which React asks for on submit.
    const OfElement = this.global.FormData
    this.global.FormData = function FormData(...form) {
      return form[0] ? new OfElement(...form) : new globalThis.FormData()
    }
  }
}
