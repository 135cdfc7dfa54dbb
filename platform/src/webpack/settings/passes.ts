import Ajv2020, { type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Schema } from './convertSettings'

const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false, strictTuples: false, keywords: ['reference', 'question', 'errorMessage'] })
addFormats(ajv)

/** Says of values what is wrong with them by a JSON Schema of settings; nothing where they pass. References and questions are only looked at for their type. */
export function errorsBy(schema: Schema): (value: unknown) => ErrorObject[] {
  const passes = ajv.compile(schema)
  return (value) => (passes(value) ? [] : (passes.errors ?? []))
}
