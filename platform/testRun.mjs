// What a run of tests consists of: its programs, what they took and said, and its closing lines.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './ensure.mjs'

/** Seconds of CPU that each part may take on a processor of 2026, whatever else the machine does. */
const budgets = JSON.parse(readFileSync(path.join(import.meta.dirname, 'testBudgets.json'), 'utf8'))
const slowestFiles = 10

/** The temporary folder of everything that runs: what an interrupted run leaves is in it. Servers run as other users. */
const temporary = mkdtempSync(path.join(tmpdir(), 'mb-'))
chmodSync(temporary, 0o755)
export const reports = path.join(temporary, 'reports')

const running = new Set()

/** Ends what was started, also what has left its group, as databases do: their folders are named in their command lines. */
function endAll() {
  const send = (signal) => (pid) => {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
  }
  const commandOf = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    } catch {
      return ''
    }
  }
  const left = () =>
    process.platform === 'linux'
      ? readdirSync('/proc')
          .filter((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(temporary))
          .map(Number)
      : []
  for (const child of running) send('SIGKILL')(-child.pid)
  // A PostgreSQL that is killed leaves its shared memory behind.
  const databases = left().filter((pid) => commandOf(pid).includes('/postgres\0'))
  databases.forEach(send('SIGQUIT'))
  if (databases.length > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  left().forEach(send('SIGKILL'))
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
}
process.on('exit', endAll)
for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
])
  process.on(signal, () => process.exit(128 + number))

/** Seconds of CPU of all programs that have ended, with those that they started; undefined where nothing counts them. */
function endedCpu() {
  if (process.platform !== 'linux') return undefined
  const [user, system] = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ').slice(13, 15)
  return (Number(user) + Number(system)) / 100
}

/** Lets a program with a session of its own have little where others want the processors; with none it would never end on a busy machine. */
function giveWay({ pid }) {
  const niceness = 5
  setPriority(pid, niceness)
  // Linux shares processors between sessions first, which have a niceness of their own. Not everybody may set it at any moment.
  const setForSession = (times) => {
    try {
      writeFileSync(`/proc/${pid}/autogroup`, String(niceness))
    } catch {
      if (times > 0) setTimeout(setForSession, 200, times - 1).unref()
    }
  }
  setForSession(5)
}

let passed = 0
let failed = 0
const parts = []
const files = []
const skipped = []
let counted = endedCpu()

/** Seconds since the run began. */
const sinceStart = () => `${Math.round(process.uptime())} s since the start`

/** Runs a program of the project to its end, and notes what it took. Answers whether it passed. */
async function run(title, [file, ...args], { environment = {}, isBeside = false, onOutput } = {}) {
  const begun = process.uptime()
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    env: { ...process.env, TMPDIR: temporary, ...environment },
    stdio: ['ignore', ...(onOutput ? ['pipe', 'pipe'] : ['inherit', 'inherit'])],
    detached: true,
  })
  running.add(child)
  if (isBeside) giveWay(child)
  if (onOutput) for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onOutput)
  const [code] = await once(child, 'close')
  running.delete(child)
  const cpu = endedCpu()
  parts.push({ title, seconds: process.uptime() - begun, cpu: cpu && cpu - counted })
  counted = cpu
  return code === 0
}

/** A check that passes or fails as a whole. What it says follows when it has ended. */
export async function check(title, command, options) {
  let said = ''
  const hasPassed = await run(title, command, { ...options, onOutput: (text) => (said += text) })
  console.log(`\n── ${title}: ${hasPassed ? 'passed' : 'failed'} (${sinceStart()})\n${said}`)
  if (hasPassed) passed += 1
  else failed += 1
  return hasPassed
}

/** The tests of one jest project, counted one by one. */
export async function tests(title, project, args = [], environment = {}) {
  console.log(`\n── ${title} (${sinceStart()})`)
  const report = path.join(temporary, `${title}.json`)
  await run(
    title,
    ['node_modules/jest/bin/jest.js', '--selectProjects', project, '--json', `--outputFile=${report}`, ...args],
    { environment },
  )
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, success, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    const broken = numFailedTests + numRuntimeErrorTestSuites
    passed += numPassedTests
    // Of a run that failed as a whole no test says so.
    failed += broken === 0 && !success ? 1 : broken
    for (const { name, startTime, endTime, assertionResults } of testResults) {
      files.push({ name: path.relative(root, name), seconds: (endTime - startTime) / 1000 })
      const left = assertionResults.filter(({ status }) => status === 'pending').length
      if (left > 0) skipped.push(`${left} tests of ${path.relative(root, name)}`)
    }
  } catch {
    failed += 1
  }
}

/** Notes that something cannot run here. */
export function skip(what) {
  skipped.push(what)
}

/** Work that counts as one failure where it throws, so that a run ends with its line whatever happens. */
export async function attempt(work) {
  try {
    await work()
  } catch (error) {
    console.error(error)
    failed += 1
  }
}

/** The closing lines: what took longest, what was skipped, what is over its budget, and how many passed. Answers whether all did. */
export function close() {
  const figure = (number) => number.toFixed(number < 10 ? 1 : 0).padStart(6)
  console.log(
    `\n── the slowest files\n${files
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, slowestFiles)
      .map(({ name, seconds }) => `${figure(seconds)} s  ${name}`)
      .join('\n')}`,
  )
  console.log(
    `\n── the parts\n${parts.map(({ title, seconds, cpu }) => `${figure(seconds)} s ${cpu === undefined ? '' : `${figure(cpu)} s of CPU`}  ${title}`).join('\n')}`,
  )
  if (skipped.length > 0) console.log(`\n── skipped\n${skipped.join('\n')}`)
  const over = parts.filter(({ title, cpu }) => cpu > 1.25 * budgets[title])
  for (const { title, cpu } of over)
    console.log(
      `\n${title} took ${Math.round(cpu)} s of CPU, and its budget is ${budgets[title]} s (platform/testBudgets.json).`,
    )
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0
}
