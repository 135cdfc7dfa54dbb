import { sql, type RawBuilder } from 'kysely'

/**
 * What to order names by, as people do: "Bar 2" before "bar 10". Numbers are compared by up to 12 digits.
 * @param column such as `venues.name`
 */
export const naturally = (column: string): RawBuilder<string> =>
  sql`regexp_replace(regexp_replace(lower(${sql.ref(column)}), '[0-9]+', '00000000000\\&', 'g'), '[0-9]*([0-9]{12})', '\\1', 'g')`
