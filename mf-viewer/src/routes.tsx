import { useLocation } from '@multiball/shared/routing'
import { ViewerPage } from './ViewerPage'

/** The viewer below /viewer/* of the dashboard. */
export default function ViewerRoutes() {
  const { pathname, search } = useLocation()
  return <ViewerPage key={pathname + search} pathname={pathname} search={search} />
}
