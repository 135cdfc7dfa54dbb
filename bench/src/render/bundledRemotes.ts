import { display as comboboard } from '../../../mf-comboboards/src/display'
import { display as scoreboard } from '../../../mf-scoreboards/src/display'

/* Stands in for @multiball/shared/remotes in one bundle: the displays are simply there. */

export {
  listNavigation,
  listRoutes,
  RemoteFailure,
  retryRemote,
  startRemotes,
  whenOverridesAreKnown,
} from '../viewer/bundledRemotes'

export const remoteForDisplay = (type: string): string => type
export const loadExpose = (type: string): Promise<unknown> =>
  Promise.resolve({ display: type === 'comboboard' ? comboboard : scoreboard })
