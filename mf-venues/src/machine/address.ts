const addScore = '#add-score'

/** The page of one of the owner's machines. */
export const machineAddress = (venue: number, machine: number): string => `/venues/${venue}/machines/${machine}`

/** That page with the sheet for one more score. */
export const addScoreAddress = (venue: number, machine: number): string =>
  `${machineAddress(venue, machine)}${addScore}`

/** Whether an address with this hash asks for the sheet. */
export const asksForScore = (hash: string): boolean => hash === addScore
