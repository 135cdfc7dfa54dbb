import { readdirSync, readFileSync } from 'node:fs'

/** CPU seconds that the threads of a process have used so far, to the microsecond. Linux only. */
export function cpuSeconds(pid: number): number {
  const threads = `/proc/${pid}/task`
  return readdirSync(threads).reduce((sum, thread) => sum + Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e9, 0)
}

/** Resident memory of a process in bytes. Linux only. */
export const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
