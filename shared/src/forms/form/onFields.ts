import * as v from 'valibot'

/**
 * The rules of a schema as a form shows them: all that is wrong at once, also by the rules that look at several fields,
 * and what is wrong in a part of a field said of the whole field.
 * @param entries what a draft may be, field by field
 */
export function onFields<Output, Entries extends Record<string, v.GenericSchema>>(schema: v.GenericSchema<unknown, Output>, entries: Entries) {
  const checked = v.pipe(
    v.custom<Output>(() => true),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const result = v.safeParse(schema, dataset.value)
      if (result.success) return result.output
      for (const { message, path } of result.issues) addIssue({ message, path: path && [path[0]] })
      return NEVER
    }),
  )
  return Object.assign(checked, { entries })
}
