import type { GivenReact } from '../contract'

const orNothing = () => undefined

let asked: Promise<GivenReact> | undefined

async function ask(): Promise<GivenReact> {
  const [react, reactDom, reactDomClient] = await Promise.all([
    import('react').catch(orNothing),
    import('react-dom').catch(orNothing),
    import('react-dom/client').catch(orNothing),
  ])
  return react && reactDom && reactDomClient ? { react, reactDom: { ...reactDom, ...reactDomClient } } : {}
}

/** The React that the application around shares, all three parts of it; nothing where it shares less. Asked for once. */
export const hostReact = (): Promise<GivenReact> => (asked ??= ask())
