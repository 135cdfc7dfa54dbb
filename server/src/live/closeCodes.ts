/** Close codes: as HTTP's 404; a violation; come back later; the server goes away for a moment. */
export const closeCodes = { gone: 4404, policy: 1008, later: 1013, restart: 1012 }
