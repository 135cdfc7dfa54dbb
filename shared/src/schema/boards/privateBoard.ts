// In a file without valibot: displays carry what they take from here, and nothing else.
/** What stands in the place of a board that the viewer may not see. */
export const boardIsPrivate = 'This board is private'
