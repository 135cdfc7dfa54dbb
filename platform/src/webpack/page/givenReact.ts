/**
 * The React of somebody else that a page runs on, by import name; empty where it runs on its own. Filled before the first
 * module asks for React.
 */
export const given: Record<string, unknown> = {}
