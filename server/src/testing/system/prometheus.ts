import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../../ground/database/embedded/cluster'

/* Debian's Prometheus on what the folder `ops` holds, and the panels of the dashboard as Grafana asks for them. */

const has = (program: string) => spawnSync(program, ['--version']).status === 0
/** Whether it is installed. */
export const hasPrometheus = (): boolean => has('prometheus') && has('promtool')

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[]
  annotations: { list: { expr: string }[] }
}

/** The title and the expression of each line of a panel. */
type Panel = [title: string, expression: string]

/** As Grafana fills them in. */
const filledIn = (expression: string) => expression.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '10s')

/** What the dashboard asks for. */
export function readDashboard(ops: string): { panels: Panel[]; annotations: Panel[] } {
  const { panels, annotations } = JSON.parse(
    readFileSync(path.join(ops, 'grafana/multiball.json'), 'utf8'),
  ) as Dashboard
  return {
    panels: panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }): Panel => [title, filledIn(expr)])),
    annotations: annotations.list.map(({ expr }): Panel => ['an annotation', filledIn(expr)]),
  }
}

interface Answer {
  status: string
  error?: string
  data?: { result: { value: [number, string] }[] }
}

export interface RunningPrometheus {
  ask(expression: string): Promise<Answer>
  /** Those without any data, with the reason where there is one. */
  empty(panels: readonly Panel[]): Promise<string[]>
  stop(): Promise<void>
}

/** Starts it with the settings there, but for reading a server's metrics each second. Its own files go to `folder`. */
export async function startPrometheus(ops: string, folder: string, metricsPort: number): Promise<RunningPrometheus> {
  const address = `127.0.0.1:${await freePort()}`
  const config = readFileSync(path.join(ops, 'prometheus/prometheus.yml'), 'utf8')
    .replaceAll('15s', '1s')
    .replace('alerts.yml', path.join(ops, 'prometheus/alerts.yml'))
    .replace('127.0.0.1:9464', `127.0.0.1:${metricsPort}`)
  writeFileSync(path.join(folder, 'prometheus.yml'), config)
  const child = spawn(
    'prometheus',
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/tsdb`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  )
  const away: Answer = { status: 'away' }
  const ask = (expression: string) =>
    // It says 503 in plain text until it has started.
    fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(expression)}`).then(
      (response) => (response.status === 503 ? away : (response.json() as Promise<Answer>)),
      () => away,
    )
  return {
    ask,
    async empty(panels) {
      const answers = await Promise.all(
        panels.map(async ([title, expression]) => ({ title, expression, answer: await ask(expression) })),
      )
      return answers
        .filter(({ answer }) => !answer.data?.result.some(({ value }) => value[1] !== 'NaN'))
        .map(({ title, expression, answer }) => `${title}: ${expression} ${answer.error ?? ''}`)
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
