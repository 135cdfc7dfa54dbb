import { spawn } from 'node:child_process'
import { reasonOf } from './missing'

/** Somebody to run PostgreSQL as. */
export interface SystemUser {
  uid: number
  gid: number
}

interface Finished {
  /** undefined when the program could not be started at all */
  code: number | undefined
  /** what it printed, both streams */
  output: string
}

/**
 * Runs a program to its end, as another user where one is given. It has a process group of its own, so that a Ctrl-C in
 * the terminal does not reach it. Never throws. @param cwd a folder that the user may enter
 */
export function run(program: string, parameters: string[], user?: SystemUser, cwd = '/'): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      // The folder that we stand in may be closed to that user.
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      ...(user && { uid: user.uid, gid: user.gid }),
    })
    let output = ''
    const gather = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', gather)
    child.stderr.on('data', gather)
    child.on('error', (error) => resolve({ code: undefined, output: reasonOf(error) }))
    child.on('close', (code) => resolve({ code: code ?? -1, output }))
  })
}
