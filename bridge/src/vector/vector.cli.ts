import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readOptions } from '../options'
import { runProgram } from '../runProgram'
import { signOnFor } from '../signOn/signOnFor'
import { runVector } from './runVector'
import { vectorArguments, vectorOptions, vectorUsage } from './vectorArguments'

await runProgram(async ({ log, signal, pause }) => {
  const given = vectorArguments(readOptions(vectorUsage, () => parseArgs({ options: vectorOptions })))
  const { server, folder } = given
  mkdirSync(folder, { recursive: true })
  const signOn = signOnFor({ program: 'vector', name: 'Vector boards', server, folder, log, pause })
  await runVector({ ...given, signOn, log, signal, pause })
})
