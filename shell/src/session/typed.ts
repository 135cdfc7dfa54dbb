import { createContext, useContext } from 'react'
import * as v from 'valibot'

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

const Stored = v.record(v.string(), v.string())

/** The one form that is long, kept for this tab: a reload loses nothing of it. */
const longForm = 'register'
const storageKey = 'mb-typed:register'

function readStored(): Fields {
  try {
    const stored = v.safeParse(Stored, JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
    return stored.success ? stored.output : {}
  } catch {
    return {}
  }
}

function store(fields: Fields): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(fields))
  } catch {
    // A full or forbidden storage costs what a reload loses, not the form.
  }
}

/** Remembers in memory, as long as the login screen stands. */
export function createTyped(): Typed {
  const forms = new Map([[longForm, readStored()]])
  let registered: Account | undefined
  return {
    read: (form) => forms.get(form) ?? {},
    keep: (form, fields) => {
      forms.set(form, fields)
      if (form === longForm) store(fields)
    },
    forget: (form) => {
      forms.delete(form)
      if (form === longForm) store({})
    },
    registered: () => registered,
    noteRegistered: (account) => void (registered = account),
  }
}

export const TypedContext = createContext(createTyped())
export const useTyped = () => useContext(TypedContext)
