import type { StartOptions } from '@multiball/shared/remotes'

const inlined = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent ?? '{}')

/** Where a frame's remotes come from: the registry that the server wrote into the page, decided by no cookie. */
export const frameHost = (): StartOptions['host'] => ({
  base: location.href,
  registry: inlined('mb-registry'),
  provided: inlined('mb-provided') as Record<string, string>,
})
