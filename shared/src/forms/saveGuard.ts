import { createContext } from 'react'

/** Asked right before a board is saved: answers why that should wait for now, undefined when nothing is against it. */
export type SaveGuard = () => Promise<string | undefined>

/** What the page around a form has against its saving. */
export const SaveGuardContext = createContext<SaveGuard>(() => Promise.resolve(undefined))
