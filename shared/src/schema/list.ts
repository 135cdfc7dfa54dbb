import * as v from 'valibot'

/** One page of a list: `count` of all rows, addresses of the pages beside it, the rows. */
export const listOf = <Row extends v.GenericSchema>(row: Row) =>
  v.object({ count: v.number(), next: v.nullable(v.string()), previous: v.nullable(v.string()), results: v.array(row) })

export interface List<Row> {
  count: number
  next: string | null
  previous: string | null
  results: Row[]
}

const wholeNumber = (fallback: number, max: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,9}$/, 'A whole number is expected'),
      v.transform(Number),
      v.minValue(0),
      v.maxValue(max, `At most ${max}`),
    ),
    String(fallback),
  )

/** `limit` (default 100) and `offset` (default 0) of a list call. */
export const paging = (maxLimit: number) => ({ limit: wholeNumber(100, maxLimit), offset: wholeNumber(0, 100_000_000) })

/** `ordering`: one of the named fields, with a leading `-` for descending. */
export const ordering = <const Field extends string>(fields: readonly Field[]) =>
  v.optional(
    v.picklist(
      fields.flatMap((field): (Field | `-${Field}`)[] => [field, `-${field}`]),
      'Unknown ordering',
    ),
  )
