import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { useProcesses } from './testing/processes'

const processes = useProcesses()

test('RUN-08 a signal while the workers start ends all of it, too', async () => {
  const { child, ended } = processes.run('server/src/main.ts', { WORKERS: '2', DATA_DIR: processes.folder })
  const children = () =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  // A database and a worker.
  while (children().length < 2) await wait(20)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  expect(existsSync(path.join(processes.folder, 'multiball.lock'))).toBe(false)
})
