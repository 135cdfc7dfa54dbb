import { useLocation, useNavigate } from '@multiball/shared/routing'
import { useEffect, useState } from 'react'

/** What the list says in its banner, passed to it through the navigation's state. */
export interface Notice {
  text: string
  tone: 'success' | 'error'
  /** what can be done about it */
  action?: { label: string; onPress(): void }
  /** id of the board that was just created */
  created?: number
}

export const editRefused = 'You do not authorized to edit the requested resource.'
export const deleteRefused = 'You do not authorized to delete the requested resource.'
export const notFound = 'Item not found.'

/** Of a sheet that is loaded when it opens; names the file that did not come, or was not the published one. */
export function notLoaded(thrown: unknown): Notice {
  const [file] = /[\w.-]+\.js\b/.exec(String(thrown)) ?? []
  return { text: `This did not load. Please try again.${file ? ` (${file})` : ''}`, tone: 'error' }
}

const refusals = [editRefused, deleteRefused, notFound]

/** A refusal, and any text that contains 'error', is styled as an error. */
export const notice = (text: string): Notice => ({
  text,
  tone: text.includes('error') || refusals.includes(text) ? 'error' : 'success',
})

/** The navigation state that makes the list show `text`. @param created id of the board that it tells of */
export const noticeState = (text: string, created?: number) => ({ notice: text, created })

/** The notice that a navigation brought, if any. */
export function noticeOf(state: unknown): Notice | undefined {
  const { notice: text, created } = (state ?? {}) as { notice?: unknown; created?: unknown }
  if (typeof text !== 'string') return undefined
  return typeof created === 'number' ? { ...notice(text), created } : notice(text)
}

/** What the navigation here brought to say, then what happens on the page. It is said once: a reload does not repeat it. */
export function useNotice() {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const shown = useState(() => noticeOf(state))
  useEffect(() => {
    if (noticeOf(state)) void navigate(pathname + search, { replace: true, state: null })
  }, [state, pathname, search, navigate])
  return shown
}
