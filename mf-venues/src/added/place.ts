/** Behind the address of a machine's page: a score is to be added. */
export const addScorePlace = '#add-score'
