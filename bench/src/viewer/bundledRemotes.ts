import { display } from '../../../mf-scoreboards/src/display'

/* Stands in for @multiball/shared/remotes in the one-bundle build: the display is simply there. */

export class RemoteFailure extends Error {
  remote = ''
  version = ''
  code = ''
}
export const whenOverridesAreKnown = (_isAllowed: boolean, start: () => void): void => start()
export const startRemotes = (): void => undefined
export const loadExpose = (): Promise<unknown> => Promise.resolve({ display })
export const retryRemote = (): void => undefined
export const remoteForDisplay = (): string => 'mf-scoreboards'
export const listRoutes = () => []
export const listNavigation = () => []
