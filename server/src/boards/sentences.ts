/** Said of a machine that an owner may not put on a board, and of one that is not there. */
export const machinesMustBeSeen = 'Only your own machines and those of public scoreboards can be shown'

/** Said of a machine that is shown to everybody, but not counted by others. */
export const machinesMustCount = 'The owner of this machine lets its scores count on their own leaderboards only'

/** Said of everything else that is missing, or that its reader may not know of. */
export const notFoundHere = 'Item not found.'
