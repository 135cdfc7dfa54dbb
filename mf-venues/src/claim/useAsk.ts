import { useLocation, useNavigate } from '@multiball/shared/routing'
import { askForLogin } from '@multiball/shared/session'
import { readInitials } from './guest'

/** Asks for a login on this page, which goes on here after it; a registration begins with the letters picked here. */
export function useAsk() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (mode: 'login' | 'register', reason: string): void => {
    const initials = readInitials().trim()
    void navigate(
      { pathname, search },
      { state: { ...askForLogin(mode, reason), ...(initials !== '' && { initials }) } },
    )
  }
}
