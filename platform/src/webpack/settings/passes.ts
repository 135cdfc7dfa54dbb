import Ajv2020, { type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Schema } from './convertSettings'

/** What is wrong with a value by a JSON Schema of settings; none where it passes. References and questions are only looked at for their type. */
export function errorsOf(schema: Schema, value: unknown): ErrorObject[] {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false, strictTuples: false, keywords: ['reference', 'question', 'errorMessage'] })
  addFormats(ajv)
  const passes = ajv.compile(schema)
  return passes(value) ? [] : (passes.errors ?? [])
}
