import * as v from 'valibot'

/** A 400: the messages of each field, or of no field in particular under `non_field_errors`. */
export const FieldErrors = v.record(v.string(), v.array(v.string()))
export type FieldErrors = v.InferOutput<typeof FieldErrors>

/** Every other refusal. */
export const Detail = v.object({ detail: v.string(), request_id: v.optional(v.string()) })

/** A valibot refusal as the field-keyed lists of the wire; deeper paths are keyed by their first field. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const key = String(issue.path?.[0]?.key ?? 'non_field_errors')
    const messages = (errors[key] ??= [])
    if (!messages.includes(issue.message)) messages.push(issue.message)
  }
  return errors
}
