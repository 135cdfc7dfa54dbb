import { setBoardTypes } from '@multiball/shared/client'
import { boardTypesIn, RemoteManifest } from '@multiball/shared/schema'
import * as v from 'valibot'
import { makeBoardType, makeRegistry } from './makers'

/**
 * Makes pages know the board type of a remote, as if it were published.
 * @param given its remote.json, parsed as JSON
 * @throws ValiError when it says it wrongly
 */
export function publishType(given: unknown): void {
  const { boardType, display, navigation, routes, requires } = v.parse(RemoteManifest, given)
  const { settings } = makeBoardType()
  setBoardTypes(boardTypesIn(makeRegistry({ display, navigation, routes, requires, ...(boardType && { boardType: { ...boardType, settings } }) })))
}
