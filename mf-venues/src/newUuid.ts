/** 32 hex digits; there is no crypto.randomUUID on a page without https. */
export const newUuid = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
