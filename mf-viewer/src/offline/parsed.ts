import type { GenericSchema, InferOutput } from 'valibot'

/** What a schema makes of a value; undefined where it refuses. Asks the schema itself: valibot's own function would bring a second copy of it into the page. */
export function parsed<Schema extends GenericSchema>(schema: Schema, value: unknown): InferOutput<Schema> | undefined {
  const result = schema['~standard'].validate(value)
  return 'then' in result || result.issues ? undefined : (result.value as InferOutput<Schema>)
}
