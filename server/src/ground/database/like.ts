/** A LIKE pattern for text that contains this, with wildcards taken literally. */
export const containing = (text: string): string => `%${text.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`

/** One pattern for each word of a search. */
export const wordPatterns = (search: string): string[] => search.split(/\s+/).filter(Boolean).map(containing)
