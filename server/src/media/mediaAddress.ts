/** Where a picture is served, on the API's host: its content never changes. `hash` is its media row's; as text in hex. */
export const mediaAddress = (hash: Buffer | string): string => `/media/${typeof hash === 'string' ? hash : hash.toString('hex')}`

/** The same of a picture that may not exist. */
export const pictureAddress = (hash: Buffer | string | null): string | null => hash && mediaAddress(hash)
