import { Navigate } from '@multiball/shared/routing'
import { signOut } from '@multiball/shared/session'
import { useStore } from 'jotai'
import { useEffect, useState } from 'react'

/** Ends the session and goes to the root. */
export function LogoutPage() {
  const store = useStore()
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    void signOut(store)
    setDone(true)
  }, [store])
  return isDone ? <Navigate to="/" replace /> : null
}
