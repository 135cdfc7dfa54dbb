/** Said of a machine that an owner may not put on a board, and of one that is not there. */
export const machinesMustBeSeen = 'Only your own machines and those of public scoreboards can be shown'

/** Said of everything else that is missing, or that its reader may not know of. */
export const notFoundHere = 'Item not found.'
