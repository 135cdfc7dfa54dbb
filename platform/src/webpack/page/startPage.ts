/// <reference lib="dom" />

function keptOverrides(): string | null {
  try {
    return sessionStorage.getItem('mb-overrides')
  } catch {
    // A browser that keeps nothing overrides nothing.
    return null
  }
}

/**
 * Runs the page: at once, and in a developer's tab once it is settled whose React it runs on.
 * @param start what asks for React first
 */
export function startPage(start: () => void): void {
  const kept = keptOverrides()
  if (kept === null) return start()
  void import(/* webpackChunkName: "developer" */ './developmentReact')
    .then(({ takeDevelopmentReact }) => takeDevelopmentReact(kept))
    .catch((cause: unknown) => console.warn(cause))
    .then(start)
}
