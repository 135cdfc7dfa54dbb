import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parse } from 'yaml'
import { findSystemPostgres, startSystemPostgres } from '../../server/src/testing/system/postgres'
import { freePort } from './product'

/*
 * What a compose file says, done with processes of this machine: variables, environments, volumes, secrets, ports, the order of
 * services by their health. Names of services become ports of 127.0.0.1, paths in containers become folders. What only a
 * container has (read_only, cap_drop, memory) is not done.
 */

const root = path.resolve(import.meta.dirname, '../..')
const patienceMs = 60_000

interface Service {
  image: string
  environment?: Record<string, string | number>
  command?: string[]
  volumes?: string[]
  ports?: string[]
  depends_on?: Record<string, { condition: 'service_healthy' | 'service_started' }>
  healthcheck?: { test: ['CMD', ...string[]] }
}
interface ComposeFile {
  services: Record<string, Service>
  secrets?: Record<string, { file: string }>
}

export interface Composed {
  /** where a port of a service is found, such as `127.0.0.1:41234` */
  at(service: string, port: number): string
  /** of its standard output and errors so far */
  output(service: string): string
  /** the text of a secret */
  secret(name: string): string
  /** Ends it with SIGTERM; answers its exit code. */
  stop(service: string): Promise<number | null>
  close(): Promise<void>
}

const programs = { nats: '/usr/sbin/nats-server', nginx: '/usr/sbin/nginx' }
/** What compose.scale.yaml needs and this machine lacks. */
export const missingPrograms = (): string[] => [
  ...(findSystemPostgres() ? [] : ['postgresql']),
  ...Object.entries(programs).flatMap(([name, file]) => (existsSync(file) ? [] : [name])),
]

/** `${NAME:-default}` and `${NAME:?what it is}` as compose replaces them. @throws Error */
const filledIn = (text: string, settings: Record<string, string>) =>
  text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_all, name: string, kind: string, rest: string) => {
    if (!settings[name] && kind === '?') throw new Error(`${name} is missing: ${rest}`)
    return settings[name] || rest
  })

/** The settings and commands of the image that the Dockerfile makes. */
function image() {
  const [, last = ''] = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
    .replace(/\\\n/g, ' ')
    .split('\nFROM scratch\n')
  const [, settings = ''] = /^ENV (.*)$/m.exec(last)!
  const list = (instruction: string) =>
    JSON.parse(new RegExp(`^${instruction}.*?(\\[.*\\])$`, 'm').exec(last)![1]!) as string[]
  return {
    environment: Object.fromEntries(
      settings
        .trim()
        .split(/\s+/)
        .map((pair) => pair.split('=') as [string, string]),
    ),
    command: [...list('ENTRYPOINT'), ...list('CMD')],
    health: list('HEALTHCHECK .*'),
  }
}

/** Runs a compose file of the project on a release, in an empty folder that other users may enter. */
export async function startComposed(
  name: string,
  folder: string,
  tree: string,
  settings: Record<string, string>,
): Promise<Composed> {
  // First read, then filled in: nothing in a variable's place is an empty text.
  const file = parse(readFileSync(path.join(root, name), 'utf8'), (_key, value: unknown) =>
    typeof value === 'string' ? filledIn(value, settings) : value,
  ) as ComposeFile
  const children = new Map<string, { child: ChildProcess; output(): string }>()
  const endings: (() => Promise<unknown>)[] = []
  const healthy = new Map<string, () => Promise<boolean>>()

  const ports = new Map<string, number>()
  const portOf = async (service: string, port: number) => {
    const key = `${service}:${port}`
    if (!ports.has(key)) ports.set(key, await freePort())
    return ports.get(key)!
  }
  const secrets = path.join(folder, 'packaging/scale/secrets')
  /** Text of a container as it is here. */
  const here = async (text: string, service: string) => {
    let result = text.replaceAll('/run/secrets', secrets).replaceAll('/opt/multiball', tree)
    for (const volume of file.services[service]!.volumes ?? []) {
      const [from, to] = volume.split(':') as [string, string]
      const source = from.startsWith('./') ? path.join(root, from) : path.join(folder, 'volumes', from)
      if (!from.startsWith('./')) mkdirSync(source, { recursive: true })
      result = result.replaceAll(new RegExp(`(?<![\\w.])${to}(?![\\w])`, 'g'), source)
    }
    for (const [address, other, port] of result.matchAll(/\b([a-z][a-z\d-]*):(\d{2,5})\b/g)) {
      if (other! in file.services)
        result = result.replaceAll(address, `127.0.0.1:${await portOf(other!, Number(port))}`)
    }
    return result
  }

  const run = (service: string, program: string, args: string[], env: Record<string, string>) => {
    const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
    children.set(service, { child, output: () => output })
    endings.push(() => stop(service))
  }

  async function stop(service: string) {
    const { child } = children.get(service)!
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }
    return child.exitCode
  }

  const starts: Record<string, (service: string) => Promise<void>> = {
    multiball: async (service) => {
      const { environment, command, health } = image()
      const env: Record<string, string> = {}
      for (const [key, value] of Object.entries({ ...environment, ...file.services[service]!.environment })) {
        env[key] = /(?:^|_)PORT$/.test(key)
          ? String(await portOf(service, Number(value)))
          : await here(String(value), service)
      }
      Object.assign(env, { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin` })
      if (env.METRICS_HOST) env.METRICS_HOST = '127.0.0.1'
      const [program = '', ...args] = await Promise.all(command.map((word) => here(word, service)))
      run(service, program, args, env)
      healthy.set(service, () => Promise.resolve(spawnSync(health[0]!, health.slice(1), { env }).status === 0))
    },
    postgres: async (service) => {
      const access = path.join(folder, 'hba')
      writeFileSync(access, 'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n', {
        mode: 0o644,
      })
      const server = await startSystemPostgres(folder, { hba_file: access })
      endings.push(() => server.close())
      const { port } = new URL(server.url)
      ports.set(`${service}:5432`, Number(port))
      const { folder: bin } = findSystemPostgres()!
      const env = { PATH: `${bin}:/usr/bin:/bin`, PGHOST: '127.0.0.1', PGPORT: port }
      for (const volume of file.services[service]!.volumes ?? []) {
        const [script, target = ''] = volume.split(':') as [string, string]
        if (!target.startsWith('/docker-entrypoint-initdb.d/')) continue
        const { status, stderr } = spawnSync(
          'sh',
          ['-c', await here(readFileSync(path.join(root, script), 'utf8'), service)],
          { env, encoding: 'utf8' },
        )
        if (status !== 0) throw new Error(`${script}: ${stderr}`)
      }
      const [, program = '', ...args] = file.services[service]!.healthcheck!.test
      healthy.set(service, () => Promise.resolve(spawnSync(path.join(bin, program), args, { env }).status === 0))
    },
    nats: async (service) => {
      const words = await Promise.all(file.services[service]!.command!.map((word) => here(word, service)))
      run(service, programs.nats, [...words, '--addr', '127.0.0.1', '--port', String(await portOf(service, 4222))], {})
    },
    nginx: async (service) => {
      const [, mounted = ''] =
        /^(.*):\/etc\/nginx\/conf\.d\/default\.conf:ro$/.exec(file.services[service]!.volumes![0]!) ?? []
      let site = (await here(readFileSync(path.join(root, mounted), 'utf8'), service)).replaceAll(
        /^ *listen \[::\].*\n/gm,
        '',
      )
      for (const published of file.services[service]!.ports!) {
        const inside = published.split(':').at(-1)!
        site = site.replaceAll(
          new RegExp(`listen ${inside}(?= |;)`, 'g'),
          `listen 127.0.0.1:${await portOf(service, Number(inside))}`,
        )
      }
      // Here names are addresses already, and the nginx of this machine may be too old to ask for them again.
      site = site.replaceAll(/^resolver .*\n/gm, '').replaceAll(' resolve ', ' ')
      const own = path.join(folder, service)
      mkdirSync(own)
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path "${own}/${kind}";\n`)
        .join('')
      writeFileSync(
        path.join(own, 'nginx.conf'),
        `pid "${own}/pid";\nerror_log stderr;\nevents {}\nhttp {\n${paths}access_log off;\n${site}}\n`,
      )
      run(
        service,
        programs.nginx,
        ['-p', own, '-e', 'stderr', '-c', path.join(own, 'nginx.conf'), '-g', 'daemon off;'],
        {},
      )
    },
  }

  const checkProgress = (deadline: number) => {
    const ended = [...children].find(([, { child }]) => child.exitCode !== null)
    if (ended) throw new Error(`${ended[0]} ended:\n${ended[1].output()}`)
    if (Date.now() > deadline)
      throw new Error(`Not all became healthy:\n${[...children.values()].map(({ output }) => output()).join('\n')}`)
  }

  const close = async () => {
    for (const end of endings.splice(0).reverse()) await end()
  }

  try {
    if (file.secrets) {
      cpSync(path.join(root, 'packaging/scale'), path.join(folder, 'packaging/scale'), { recursive: true })
      const made = spawnSync('sh', ['packaging/scale/secrets.sh', 'localhost'], { cwd: folder, encoding: 'utf8' })
      if (made.status !== 0) throw new Error(made.stderr)
    }
    const waiting = Object.keys(file.services)
    const started = new Set<string>()
    for (const deadline = Date.now() + patienceMs; waiting.length > 0; await wait(50)) {
      for (const service of [...waiting]) {
        const needs = Object.entries(file.services[service]!.depends_on ?? {})
        const met = await Promise.all(
          needs.map(
            ([other, { condition }]) =>
              started.has(other) && (condition === 'service_started' || healthy.get(other)!()),
          ),
        )
        if (!met.every(Boolean)) continue
        const start = starts[file.services[service]!.image.split(':')[0]!]!
        await start(service)
        if (service === 'postgres' || service === 'nats') {
          for (const { file: secret } of Object.values(file.secrets ?? {})) {
            const place = path.join(folder, secret)
            if (/-url$/.test(secret)) writeFileSync(place, await here(readFileSync(place, 'utf8'), service))
          }
        }
        started.add(service)
        waiting.splice(waiting.indexOf(service), 1)
      }
      checkProgress(deadline)
    }
    for (
      const deadline = Date.now() + patienceMs;
      !(await Promise.all([...healthy.values()].map((ask) => ask()))).every(Boolean);
      await wait(100)
    )
      checkProgress(deadline)
  } catch (error) {
    await close()
    throw error
  }
  return {
    at: (service, port) => `127.0.0.1:${ports.get(`${service}:${port}`)}`,
    output: (service) => children.get(service)!.output(),
    secret: (secret) => readFileSync(path.join(folder, file.secrets![secret]!.file), 'utf8'),
    stop,
    close,
  }
}
