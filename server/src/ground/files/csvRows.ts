import { CsvError, parse } from 'csv-parse/sync'

/** Something in a file that cannot be shown, with its line. */
export class FileError extends Error {}

type Row = Record<string, string>

/** Excel's own way of naming the separator, in a line before the headings. */
const separatorLine = /^\uFEFF?sep=(.)[\r\n]+/i

/** What the parser finds wrong with a row, in our words. */
const complaints: Partial<Record<CsvError['code'], string>> = {
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE:
    'something stands behind a quotation mark that closes a cell. Within quotation marks, write each of them twice',
  CSV_RECORD_INCONSISTENT_COLUMNS: 'this row has more cells than the first line has columns',
}

/** Rows by their headings, whose case does not matter, with the line that each ends on. @param file its name in what is wrong with it @throws FileError */
export function rowsOf(file: string, text: string, needed: readonly string[]): { row: Row; line: number }[] {
  let headings: string[] = []
  const [named = '', separator] = separatorLine.exec(text) ?? []
  const table = text.slice(named.length)
  const linesBefore = named === '' ? 0 : 1
  const read = (): { record: Row; info: { lines: number } }[] =>
    parse(table, {
      bom: true,
      columns: (names: string[]) => (headings = names.map((name) => name.trim().toLowerCase())),
      // What separates the headings; within the rows a comma may be a decimal point.
      delimiter: separator ?? /[;\t]/.exec(table.split(/[\r\n]/, 1)[0]!)?.[0] ?? ',',
      info: true,
      // A quotation mark within a cell is one: Ann "The Hammer" Bell.
      relax_quotes: true,
      relax_column_count_less: true,
      skip_empty_lines: true,
      // Spreadsheets write the separators of rows whose cells were emptied.
      skip_records_with_empty_values: true,
      trim: true,
    })
  try {
    const rows = read().map(({ record, info }) => ({ row: record, line: info.lines + linesBefore }))
    const missing = needed.filter((name) => !headings.includes(name))
    if (missing.length > 0)
      throw new FileError(`${file}, line ${linesBefore + 1}: there is no column “${missing.join('”, “')}”.`)
    return rows
  } catch (error) {
    if (error instanceof FileError) throw error
    if (!(error instanceof CsvError)) throw error
    // Its line is that of the file's end.
    if (error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new FileError(`${file}: a quotation mark opens a cell, and none closes it.`)
    throw new FileError(
      `${file}, line ${Number(error.lines) + linesBefore}: ${complaints[error.code] ?? error.message}.`,
    )
  }
}
