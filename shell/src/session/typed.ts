import { createContext, useContext } from 'react'

type Fields = Readonly<Record<string, string>>

interface Account {
  username: string
  password: string
}

/** What was typed into the forms of the login screen. Passwords are not for keeping. */
export interface Typed {
  /** {} when nothing was */
  read(form: string): Fields
  keep(form: string, fields: Fields): void
  forget(form: string): void
  /** what was just registered, until the login screen goes: its owner need not type it again */
  registered(): Account | undefined
  noteRegistered(account: Account): void
}

/** Remembers in memory, as long as the login screen stands. */
export function createTyped(): Typed {
  const forms = new Map<string, Fields>()
  let registered: Account | undefined
  return {
    read: (form) => forms.get(form) ?? {},
    keep: (form, fields) => void forms.set(form, fields),
    forget: (form) => void forms.delete(form),
    registered: () => registered,
    noteRegistered: (account) => void (registered = account),
  }
}

export const TypedContext = createContext(createTyped())
export const useTyped = () => useContext(TypedContext)
