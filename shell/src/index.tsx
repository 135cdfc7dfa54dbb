import { pageConfig, reportClientError, reportVisit } from '@multiball/shared/client'
import { startRemotes, whenOverridesAreKnown } from '@multiball/shared/remotes'
import { BrowserRouter } from '@multiball/shared/routing'
import { connectSession, readToken } from '@multiball/shared/session'
import { startTheme } from '@multiball/shared/ui'
import { getDefaultStore } from 'jotai'
import { createRoot } from 'react-dom/client'
import { Boundary } from './failure/Boundary'
import { prepareDashboard } from './layout/LazyFrame'
import { WholePageFailure } from './failure/RenderFailure'
import { AppRoutes } from './routes'

// react-aria calls it once a phone's keyboard opens or closes; Safari has it from 16 on, Chrome from 103.
AbortSignal.timeout ??= (ms) => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')), ms)
  return controller.signal
}

// For the watch over starts that the server writes into the page.
document.documentElement.dataset.started = ''

startTheme()
connectSession()

function start() {
  startRemotes({
    origins: pageConfig().remoteOrigins,
    overrides: pageConfig().overrides,
    onFailure: reportClientError,
    onLoaded: reportVisit,
  })
  // Beside the profile, which takes as long.
  if (readToken()) prepareDashboard(location.pathname, getDefaultStore())
  createRoot(document.getElementById('root')!).render(
    <Boundary fallback={<WholePageFailure />}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </Boundary>,
  )
}

whenOverridesAreKnown(pageConfig().overrides, start)
