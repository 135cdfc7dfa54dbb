/** Every document of ours, in every version, carries the registry and has an end: neither a page of somebody else nor half of ours has both. */
export const isOurPage = (html: string): boolean => html.includes('id="mb-registry">{') && html.includes('</html>')

/** Whether these bytes are the picture of this address, whose name is their SHA-256. */
export async function isPictureOf(pathname: string, bytes: ArrayBuffer): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return pathname === `/media/${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
