import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK']).toString())

/** CPU seconds that the threads of a process have used so far, to the microsecond. Linux only. */
export function cpuSeconds(pid: number): number {
  const threads = `/proc/${pid}/task`
  return readdirSync(threads).reduce(
    (sum, thread) => sum + Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e9,
    0,
  )
}

/** The processes below this one, itself included. Linux only. */
function treeOf(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    return [pid, ...children.flatMap(treeOf)]
  } catch {
    // It has ended in this moment.
    return []
  }
}

/** User, system, and both of those that it started and that have ended. */
const ticksOf = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 15)
    .map(Number)

/** CPU seconds that a process and all that it started have used so far, those that have ended included; to a hundredth. Linux only. */
export const treeCpuSeconds = (pid: number): number =>
  treeOf(pid).reduce((sum, one) => {
    try {
      return sum + ticksOf(one).reduce((ticks, more) => ticks + more, 0) / ticksPerSecond
    } catch {
      return sum
    }
  }, 0)

/** Resident memory of a process in bytes. Linux only. */
export const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
