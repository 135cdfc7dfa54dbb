import { Navigate, Outlet, Route, Routes } from '@multiball/shared/routing'
import { NotFound } from '@multiball/shared/ui'
import { HelpPage } from './help/HelpPage'
import { HomePage } from './home/HomePage'
import { Frame } from './layout/Frame'
import { ProfilePage } from './profile/ProfilePage'
import { remoteRoutes } from './remotes/remoteRoutes'
import { LogoutPage } from './session/LogoutPage'
import { NewPasswordPage } from './session/NewPasswordPage'
import { SessionGate } from './session/SessionGate'
import { VerifyPage } from './session/VerifyPage'

/** The whole route map. What remotes add comes from the registry: nothing here knows their names. */
export function AppRoutes() {
  const { dashboard, open } = remoteRoutes()
  return (
    <Routes>
      <Route path="/logout" element={<LogoutPage />} />
      <Route path="/verify/:token" element={<VerifyPage />} />
      <Route path="/reset-password/:token" element={<NewPasswordPage />} />
      {open.map(({ path, element }) => (
        <Route key={path} path={path} element={element} />
      ))}
      <Route
        element={
          <SessionGate>
            <Frame>
              <Outlet />
            </Frame>
          </SessionGate>
        }
      >
        <Route path="/" element={<HomePage />} />
        {/* Not an address of ours, but one that people try: who is logged in by then is at home. */}
        <Route path="/login" element={<Navigate to="/" replace />} />
        <Route path="/profile" element={<ProfilePage />} />
        <Route path="/help" element={<HelpPage />} />
        {dashboard.map(({ path, element }) => (
          <Route key={path} path={path} element={element} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}
