import { copyText } from '@multiball/shared/ui'

/** Puts the full address of a path on the clipboard; answers what to tell. */
export async function copyLink(path: string): Promise<string> {
  const address = new URL(path, location.origin).href
  return (await copyText(address)) ? 'Link copied' : `The link is ${address}`
}
