import { Navigate, Outlet, Route, Routes } from '@multiball/shared/routing'
import { late, NotFound, Spinner } from '@multiball/shared/ui'
import { Suspense } from 'react'
import { Frame, HomePage } from './layout/LazyFrame'
import { remoteRoutes } from './remotes/remoteRoutes'
import { LogoutPage } from './session/LogoutPage'
import { PublicGate } from './session/PublicGate'
import { SessionGate } from './session/SessionGate'

// Seldom opened: not in everybody's way.
const HelpPage = late(async () => (await import('./help/HelpPage')).HelpPage)
const PlatformPage = late(async () => (await import('./platform/PlatformPage')).PlatformPage)
const ProfilePage = late(async () => (await import('./profile/ProfilePage')).ProfilePage)
const NewPasswordPage = late(async () => (await import('./session/NewPasswordPage')).NewPasswordPage)
const SetupPage = late(async () => (await import('./session/SetupPage')).SetupPage)
const VerifyPage = late(async () => (await import('./session/VerifyPage')).VerifyPage)

/** The whole route map. What remotes add comes from the registry: nothing here knows their names. */
export function AppRoutes() {
  const { dashboard, open, public: forAnyone } = remoteRoutes()
  return (
    <Routes>
      <Route path="/logout" element={<LogoutPage />} />
      <Route
        element={
          <Suspense fallback={<Spinner label="Loading" />}>
            <Outlet />
          </Suspense>
        }
      >
        <Route path="/setup" element={<SetupPage />} />
        <Route path="/verify/:token" element={<VerifyPage />} />
        <Route path="/reset-password/:token" element={<NewPasswordPage />} />
      </Route>
      {open.map(({ path, element }) => (
        <Route key={path} path={path} element={element} />
      ))}
      <Route
        element={
          <PublicGate>
            <Outlet />
          </PublicGate>
        }
      >
        {forAnyone.map(({ path, element }) => (
          <Route key={path} path={path} element={element} />
        ))}
      </Route>
      <Route
        element={
          <SessionGate>
            <Frame>
              <Suspense fallback={<Spinner label="Loading" />}>
                <Outlet />
              </Suspense>
            </Frame>
          </SessionGate>
        }
      >
        <Route path="/" element={<HomePage />} />
        {/* Not an address of ours, but one that people try: who is logged in by then is at home. */}
        <Route path="/login" element={<Navigate to="/" replace />} />
        <Route path="/profile" element={<ProfilePage />} />
        <Route path="/platform" element={<PlatformPage />} />
        <Route path="/help" element={<HelpPage />} />
        {dashboard.map(({ path, element }) => (
          <Route key={path} path={path} element={element} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}
