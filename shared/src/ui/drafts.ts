const prefix = 'mb-draft:'

/**
 * The key under which this tab's session storage keeps what was typed into a form and not saved. One draft for each owner
 * and path, so that the next person at this browser does not meet it.
 */
export const draftKey = (owner: number, path: string): string => `${prefix}${owner}:${path}`

/** Whether a form at this path has kept a draft, whoever typed it. */
export function hasDraft(path: string): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith(prefix) && key.endsWith(`:${path}`))
  } catch {
    // Storage is forbidden: nothing was kept.
    return false
  }
}
