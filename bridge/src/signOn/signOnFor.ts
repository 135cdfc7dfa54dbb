import { hostname } from 'node:os'
import path from 'node:path'
import { SignOn } from './signOn'
import type { SignOnOptions } from './signOn'

/**
 * The sign-on of a program on this computer, with its key in a folder.
 * @param program what the owner reads in the dashboard, such as "Vector boards"
 */
export const signOnFor = ({
  program,
  folder,
  ...options
}: { program: string; folder: string } & Pick<SignOnOptions, 'server' | 'log' | 'pause'>): SignOn =>
  new SignOn({
    ...options,
    name: `${program} (${hostname()})`.slice(0, 80),
    file: path.join(folder, 'multiball-sign-on.json'),
  })
