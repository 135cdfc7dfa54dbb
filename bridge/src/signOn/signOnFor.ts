import { hostname } from 'node:os'
import path from 'node:path'
import { SignOn } from './signOn'
import type { SignOnOptions } from './signOn'

/**
 * The sign-on of a program on this computer, with its key in a folder.
 * @param program part of the file's name: programs in one folder have keys of their own
 * @param name what the owner reads in the dashboard, such as "Vector boards"
 */
export const signOnFor = ({
  program,
  name,
  folder,
  ...options
}: { program: string; name: string; folder: string } & Pick<SignOnOptions, 'server' | 'log' | 'pause'>): SignOn =>
  new SignOn({
    ...options,
    name: `${name} (${hostname()})`.slice(0, 80),
    file: path.join(folder, `multiball-sign-on-${program}.json`),
  })
