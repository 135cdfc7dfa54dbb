import * as v from 'valibot'

interface Fillable {
  entries?: Record<string, Fillable>
  item?: Fillable
  wrapped?: Fillable
  options?: Fillable[]
}

function fill(schema: Fillable, value: unknown): unknown {
  if (value === null) return null
  if (value === undefined) {
    const otherwise = v.getDefault(schema as v.GenericSchema) as unknown
    return otherwise === undefined || !schema.wrapped ? otherwise : fill(schema.wrapped, otherwise)
  }
  if (schema.wrapped) return fill(schema.wrapped, value)
  if (schema.item && Array.isArray(value)) return value.map((entry) => fill(schema.item!, entry))
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const entries = schema.entries ?? schema.options?.find((option) => option.entries)?.entries
  return entries
    ? Object.fromEntries(
        Object.entries(entries).map(([name, entry]) => [name, fill(entry, (value as Record<string, unknown>)[name])]),
      )
    : value
}

/** Fields of a board as its schema has them now: what is missing is at its default, at any depth; what it does not name is left out. */
export const withDefaults = (entries: v.ObjectEntries, fields: object): Record<string, unknown> =>
  fill({ entries: entries as Record<string, Fillable> }, fields) as Record<string, unknown>

/** What has no default counts as nothing: a list without entries, a text without letters. */
export const emptyFields = (entries: v.ObjectEntries): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([name, { type }]): [string, unknown][] =>
      type === 'array' ? [[name, []]] : type === 'string' ? [[name, '']] : [],
    ),
  )

/** A new board, as its form opens with it: everything at its default, and nothing in what has none. */
export const newBoard = <Input>({ entries }: v.GenericSchema<unknown, Input> & { entries: v.ObjectEntries }): Input =>
  withDefaults(entries, emptyFields(entries)) as Input
