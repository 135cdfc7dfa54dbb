/** What stands in the place of a board that the viewer may not see. */
export const boardIsPrivate = 'This board is private'
